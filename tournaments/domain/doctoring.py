"""Whether this Dugout is set up to be used by a club: a finding for each thing that is looked at.

Nothing is changed by looking. A fault keeps something from working, or lets strangers in; a warning is something that
the owner may want so.
"""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.utils import timezone

from engine.questions import Refusal
from engine.words import counted, listed
from league.models import League, User
from tournaments.domain import demo, signs
from tournaments.domain.archiving import require_tables
from tournaments.models import Schedule

Level = Literal["fine", "warning", "fault"]

SECRET_LENGTH = 50
CLOCK_LATE = timedelta(minutes=5)
BACKUP_OLD = timedelta(days=8)
PROOF_OLD = timedelta(days=2)
CLOCKS_APART = timedelta(seconds=30)
SECONDS = 5
"""That another server may take to answer."""
MEGABYTE = 1024 * 1024
DISK_LITTLE, DISK_NONE = 2048 * MEGABYTE, 200 * MEGABYTE
_HERE = frozenset(("localhost", "127.0.0.1", "[::1]", "::1", ""))


@dataclass(frozen=True, slots=True)
class Finding:
    """``subject`` in a word or two; ``told`` says how it is, ``advice`` what to do about it."""

    level: Level
    subject: str
    told: str
    advice: str = ""


Check = Callable[[], Iterable[Finding]]


def examine() -> Iterator[Finding]:
    """Everything in order. What the database holds is looked at only where it answers and is up to date."""
    for check in ANYWHERE:
        yield from check()
    tables = _tables()
    yield tables
    if tables.level == "fine":
        for check in IN_THE_DATABASE:
            yield from check()


# --- settings ---------------------------------------------------------------------------------------------------


def _debug() -> Iterator[Finding]:
    if settings.DEBUG:
        yield Finding("fault", "DEBUG", "is on: error pages show settings to strangers", "Unset DEBUG.")
    else:
        yield Finding("fine", "DEBUG", "is off")


def _secret() -> Iterator[Finding]:
    advice = "Unset SECRET_KEY, and Dugout makes one; or set it to 50 characters by chance."
    key = settings.SECRET_KEY
    kept = Path(settings.VAR_DIR) / "secret_key"
    if len(key) < SECRET_LENGTH or len(set(key)) < 10 or key.startswith("django-insecure"):
        yield Finding("fault", "secret key", "can be guessed", advice)
    elif kept.exists() and kept.read_text().strip() == key and kept.stat().st_mode & 0o077:
        yield Finding("fault", "secret key", f"others may read {kept}", f"Run chmod 600 {kept}.")
    else:
        yield Finding("fine", "secret key", "is long, and kept to itself")


def _hosts() -> Iterator[Finding]:
    hosts = settings.ALLOWED_HOSTS
    if "*" in hosts:
        told = "any name is taken, and links in mails can be forged"
        yield Finding("fault", "hosts", told, "Set ALLOWED_HOSTS to the names of this site.")
    elif _public():
        yield Finding("fine", "hosts", f"reached under {listed(_public())}")
    else:
        told = "reached on this machine alone"
        yield Finding("warning", "hosts", told, "Set ALLOWED_HOSTS to the name that coaches open.")
    site = urlsplit(settings.SITE_URL)
    if _public() and not any(_fits(site.hostname or "", host) for host in hosts):
        told = f"mails lead to {settings.SITE_URL}, which is not this site"
        yield Finding("fault", "addresses", told, "Set SITE_URL to the address that coaches open.")


def _public() -> list[str]:
    return [host for host in settings.ALLOWED_HOSTS if host not in _HERE]


def _fits(name: str, host: str) -> bool:
    return host == "*" or name == host or (host.startswith(".") and f".{name}".endswith(host))


def _https() -> Iterator[Finding]:
    site = urlsplit(settings.SITE_URL)
    if not settings.HTTPS:
        level: Level = "fault" if _public() else "warning"
        told = "is off: passwords and sessions go through the net in the clear"
        yield Finding(level, "HTTPS", told, "Put a proxy that speaks https before Dugout, and set HTTPS=1.")
    elif site.scheme != "https":
        told = f"is on, and mails lead to {settings.SITE_URL}"
        yield Finding("warning", "HTTPS", told, "Let SITE_URL begin with https.")
    elif getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is None:
        told = "is on, and no proxy is trusted to say so: behind one, each page leads to itself"
        yield Finding("warning", "HTTPS", told, "Set BEHIND_PROXY=1 where the proxy sets X-Forwarded-Proto.")
    else:
        yield Finding("fine", "HTTPS", "is on")


def _mail() -> Iterator[Finding]:
    if not settings.EMAIL_BACKEND.endswith(("smtp.EmailBackend", "locmem.EmailBackend")):
        told = "is printed here: nobody gets a forgotten password or a page of the week"
        yield Finding("warning", "mail", told, "Set EMAIL_URL to a mail server.")
        return
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        mailer = get_connection(timeout=SECONDS)
        mailer.open()
        mailer.close()
    except OSError as fault:
        told = f"{where} does not take it: {_sentence(fault)}"
        yield Finding("fault", "mail", told, "Correct EMAIL_URL, or look whether the mail server is on.")
        return
    sender = settings.DEFAULT_FROM_EMAIL
    if sender.rstrip(">").endswith("@localhost"):
        told = f"comes from {sender}, which mail servers throw away"
        yield Finding("warning", "mail", told, "Set MAIL_FROM to an address of your own.")
    else:
        yield Finding("fine", "mail", f"goes by {where}, from {sender}")


def _staff_mail() -> Iterator[Finding]:
    if not settings.ADMINS:
        told = "nobody is told when a row differs from its ledger"
        yield Finding("warning", "staff mail", told, "Set STAFF_MAIL to who looks after this site.")
    else:
        yield Finding("fine", "staff mail", f"go to {listed(address for _, address in settings.ADMINS)}")


# --- what runs beside it ----------------------------------------------------------------------------------------


def examine_redis() -> Iterator[Finding]:
    if not settings.REDIS_URL:
        served = connection.vendor != "sqlite"
        told = "none: tasks run in the request, the cache is in memory"
        advice = "Set REDIS_URL where more than one process serves." if served else ""
        yield Finding("warning" if served else "fine", "Redis", told, advice)
        return
    try:
        cache.set("signs:doctor", "here", SECONDS)
        answers = cache.get("signs:doctor") == "here"
    except Exception as fault:
        # Each cause has an exception of its own in the client.
        yield Finding(
            "fault", "Redis", f"does not answer: {_sentence(fault)}", "Start it, or correct REDIS_URL."
        )
        return
    if answers:
        yield Finding("fine", "Redis", "answers")
    else:
        yield Finding("fault", "Redis", "forgets at once what it is given", "Give it more memory.")
    yield _worker()


def _worker() -> Finding:
    try:
        there = current_app.control.ping(timeout=SECONDS)
    except Exception as fault:
        return Finding("fault", "worker", f"cannot be asked: {_sentence(fault)}", "Look at Redis first.")
    if not there:
        return Finding("fault", "worker", "none answers: corrections and mails wait", "Run ./dugout serve.")
    return Finding("fine", "worker", f"{counted(len(there), 'worker')} at work")


def _clock() -> Iterator[Finding]:
    try:
        seen = signs.clock_seen()
    except Exception as fault:
        yield Finding("fault", "clock", f"cannot be asked: {_sentence(fault)}", "Look at Redis first.")
        return
    start = "./dugout serve" if settings.REDIS_URL else "./dugout run"
    advice = f"Start Dugout by {start}, and ask again after two minutes."
    if seen is None:
        yield Finding("fault", "clock", "was never seen: nothing is published by itself", advice)
    elif timezone.now() - seen > CLOCK_LATE:
        yield Finding("fault", "clock", f"was seen last on {_at(seen)}: nothing is published since", advice)
    else:
        yield Finding("fine", "clock", "goes")


# --- files ------------------------------------------------------------------------------------------------------


def _static() -> Iterator[Finding]:
    collected = Path(settings.STATIC_ROOT)
    ours = Path(settings.BASE_DIR) / "static"
    advice = "Run ./dugout manage collectstatic --noinput, and start Dugout again."
    if not (collected / "staticfiles.json").exists():
        yield Finding("fault", "static files", f"are not in {collected}: pages have no look", advice)
        return
    names = sorted(one.relative_to(ours) for one in ours.rglob("*") if one.is_file())
    old = [name for name in names if not _same(ours / name, collected / name)]
    if old:
        yield Finding("fault", "static files", f"{old[0]} is an older one", advice)
    else:
        yield Finding("fine", "static files", "are collected")


def _same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def _disk() -> Iterator[Finding]:
    folder = Path(settings.VAR_DIR)
    if not os.access(folder, os.W_OK):
        yield Finding("fault", "disk", f"{folder} cannot be written", "Give it to the user that runs Dugout.")
        return
    free = shutil.disk_usage(folder).free
    told = f"{free // MEGABYTE:,} MB are free where {folder} is"
    if free < DISK_LITTLE:
        level: Level = "fault" if free < DISK_NONE else "warning"
        yield Finding(level, "disk", told, "Make room, or move DUGOUT_VAR.")
    else:
        yield Finding("fine", "disk", told)


def _backup() -> Iterator[Finding]:
    last = signs.last_backup()
    advice = "Run ./dugout backup each night, or set BACKUPS to the folder that others are in."
    if last is None:
        yield Finding("warning", "backup", "none was ever taken", advice)
    elif timezone.now() - last > BACKUP_OLD:
        yield Finding("warning", "backup", f"the latest is of {_at(last)}", advice)
    else:
        yield Finding("fine", "backup", f"the latest is of {_at(last)}")


# --- the database -----------------------------------------------------------------------------------------------


def _tables() -> Finding:
    where = f"{connection.vendor}, {connection.settings_dict['NAME']}"
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as fault:
        return Finding(
            "fault", "database", f"does not answer: {_sentence(fault)}", "Start it, or correct DATABASE_URL."
        )
    try:
        require_tables()
    except Refusal:
        return Finding(
            "fault", "database", "its tables are of another Dugout", "Run ./dugout manage migrate."
        )
    return Finding("fine", "database", f"answers and is up to date ({where})")


def _time() -> Iterator[Finding]:
    missing = [zone for zone in (*_zones(), settings.TIME_ZONE) if not _known(zone)]
    if missing:
        advice = "Install the time zones of the system (tzdata)."
        yield Finding("fault", "time", f"this machine does not know {missing[0]}", advice)
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            apart = abs(timezone.now() - cursor.fetchone()[0])
            if apart > CLOCKS_APART:
                told = f"this machine and the database are {apart.seconds} seconds apart"
                yield Finding("warning", "time", told, "Let both set their clocks by the net (NTP).")
                return
    yield Finding("fine", "time", f"kept in {settings.TIME_ZONE}; the zones of all leagues are known")


def _zones() -> Iterable[str]:
    return Schedule.objects.order_by("zone").values_list("zone", flat=True).distinct()


def _known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return True


def _staff() -> Iterator[Finding]:
    staff = list(User.objects.filter(is_staff=True, is_active=True))
    if not any(one.has_usable_password() for one in staff):
        told = "nobody can open a league or the admin"
        yield Finding("fault", "staff", told, "Run ./dugout manage createsuperuser.")
        return
    logins = demo.logins()
    known = User.objects.filter(username__in=[logins.commissioner, *logins.coaches], is_active=True)
    taken = [one.username for one in known.order_by("username") if one.check_password(logins.password)]
    if taken:
        told = f"the password of the demonstration league opens the account of {listed(taken)}"
        advice = "Give them others (./dugout manage changepassword NAME), or begin with an empty database."
        yield Finding("fault" if _public() else "warning", "logins", told, advice)
    yield Finding("fine", "staff", listed(one.username for one in staff))


def _ledgers() -> Iterator[Finding]:
    differing = [one.name for one in League.objects.exclude(differences=[]).order_by("name_key")]
    acted = League.objects.filter(sequence__gt=0)
    long_ago = timezone.now() - PROOF_OLD
    late = acted.filter(proved__lt=long_ago) | acted.filter(proved=None, created__lt=long_ago)
    if differing:
        told = f"rows of {listed(differing)} differ from the ledger"
        yield Finding(
            "fault", "ledgers", told, "Look at its page in the admin; reconcile --mend rewrites them."
        )
    elif late.exists():
        told = f"not proved for two days: {listed(one.name for one in late.order_by('name_key')[:3])}"
        yield Finding(
            "warning", "ledgers", told, "Run ./dugout manage reconcile; the clock does so each night."
        )
    else:
        yield Finding("fine", "ledgers", "agree with the rows")


ANYWHERE: tuple[Check, ...] = (
    _debug,
    _secret,
    _hosts,
    _https,
    _mail,
    _staff_mail,
    examine_redis,
    _clock,
    _static,
    _disk,
    _backup,
)
IN_THE_DATABASE: tuple[Check, ...] = (_time, _staff, _ledgers)


def _at(moment: object) -> str:
    return f"{moment:%d %B %Y, %H:%M} UTC"


def _sentence(fault: BaseException) -> str:
    if isinstance(fault, socket.gaierror):
        return "there is no machine of this name"
    said = str(fault).strip().splitlines()
    return said[0].rstrip(".") if said else type(fault).__name__
