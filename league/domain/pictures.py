"""Pictures of bulletins: made anew from what is uploaded, kept as files, and gone with their bulletin."""

from __future__ import annotations

import io
import re
import secrets
import warnings
from collections.abc import Iterable
from datetime import timedelta
from typing import BinaryIO, cast

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from PIL import ExifTags, Image, UnidentifiedImageError

from engine.questions import Refusal
from league.domain.roles import NotVisible, Person, Viewer, require_commissioner, viewer
from league.models import Bulletin, League, Picture, User

LARGEST = 5 * 1024 * 1024
"""Bytes of a picture that is uploaded."""
MOST_PIXELS = 50_000_000
"""Of a picture that is unpacked: what a good telephone takes."""
LONGEST_SIDE = 2000
"""Pixels of what is kept."""
QUALITY = 82
FORMATS = ("JPEG", "PNG", "WEBP")
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What puts a picture upright, by the orientation that its camera noted (EXIF 2.3, 4.6.4)."""
CONTENT_TYPE = "image/webp"
ALT_MAX = 200
IN_A_BULLETIN = 20
WAITING_MOST = 60
"""Pictures of one league that no published bulletin names yet."""
WAITING_FOR = timedelta(days=1)
"""After that a picture of a bulletin that nobody published is gone."""
NAME = re.compile(r"[a-f0-9]{24}-([1-9][0-9]{0,3})x([1-9][0-9]{0,3})\.webp")
REFERENCE = re.compile(r"picture:([a-f0-9]{24}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\.webp)")
"""How the text of a bulletin names one: ``![what it shows](picture:...)``, or as else Markdown names an address."""
NO_PICTURE = gettext_noop("There is no such picture.")


def upload(by: Person, league: League, file: BinaryIO, size: int) -> Picture:
    """Keeps a picture for the bulletin that is being written. Raises Refusal for what is no picture, or too large."""
    require_commissioner(viewer(by, league))
    if size > LARGEST:
        raise Refusal(
            _(
                "The picture has {given} MB; {most} MB are allowed. Make it smaller, and choose it again."
            ).format(given=f"{size / 1024**2:.1f}", most=LARGEST // 1024**2)
        )
    _sweep(league)
    if league.pictures.filter(bulletin=None).count() >= WAITING_MOST:
        raise Refusal(
            _("Too many pictures wait for a bulletin. Publish one that names them, or try tomorrow.")
        )
    data, (width, height) = made_anew(file)
    name = f"{secrets.token_hex(12)}-{width}x{height}.webp"
    return keep(Picture(league=league, name=name, by=cast(User, by)), data)


def keep(picture: Picture, data: bytes) -> Picture:
    """The file first: a row without its file would be a broken picture, a file without a row is only a file."""
    default_storage.save(picture.path, ContentFile(data))
    picture.save(force_insert=True)
    return picture


def made_anew(file: BinaryIO) -> tuple[bytes, tuple[int, int]]:
    """The picture as WebP, upright and no larger than it may be, and its size: nothing else of the file is left."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=FORMATS) as found:
                if found.width * found.height > MOST_PIXELS:
                    raise Image.DecompressionBombError
                # What a phone noted beside the picture may tell where somebody lives: only the way up is read.
                turn = UPRIGHT.get(found.getexif().get(ExifTags.Base.Orientation, 1))
                upright = found.transpose(turn) if turn is not None else found
                upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
                clear = upright.has_transparency_data
                plain = upright.convert("RGBA" if clear else "RGB")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Refusal(
            _(
                "The picture is too large: {most} million pixels are allowed. Make it smaller, and try again."
            ).format(most=MOST_PIXELS // 1_000_000)
        ) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError):
        raise Refusal(
            _("This file cannot be read as a picture. Choose one that is a JPEG, a PNG or a WebP.")
        ) from None
    plain.info.clear()
    out = io.BytesIO()
    plain.save(out, "WEBP", quality=QUALITY)
    return out.getvalue(), plain.size


def is_sound(name: str, data: bytes) -> bool:
    """Whether these bytes are a picture as this site keeps it, of the size that its name tells."""
    size = NAME.fullmatch(name)
    if size is None or len(data) > LARGEST:
        return False
    try:
        with Image.open(io.BytesIO(data), formats=("WEBP",)) as found:
            return found.size == (int(size[1]), int(size[2])) and max(found.size) <= LONGEST_SIDE
    except (UnidentifiedImageError, OSError, ValueError):
        return False


def opened(viewer: Viewer, name: str) -> BinaryIO:
    """The file of a picture. One that no bulletin shows yet is the commissioners' alone."""
    found = viewer.league.pictures.filter(name=name).first()
    if found is None or (found.bulletin_id is None and not viewer.is_commissioner):
        raise NotVisible(_(NO_PICTURE))
    try:
        return cast(BinaryIO, default_storage.open(found.path))
    except FileNotFoundError:
        raise NotVisible(_(NO_PICTURE)) from None


def data_of(picture: Picture) -> bytes:
    """Raises FileNotFoundError where the file is gone."""
    with default_storage.open(picture.path) as file:
        return bytes(file.read())


def named_in(text: str) -> list[str]:
    """The names of the pictures that a text shows."""
    return list(dict.fromkeys(REFERENCE.findall(text)))


def belong(bulletin: Bulletin) -> None:
    """The pictures that its text names are the bulletin's, and those that it names no more are gone."""
    names = named_in(bulletin.text)
    bulletin.league.pictures.filter(bulletin=None, name__in=names).update(bulletin=bulletin)
    delete(bulletin.pictures.exclude(name__in=names))


def delete(found: QuerySet[Picture]) -> None:
    """Rows at once, files when the transaction has ended."""
    paths = [picture.path for picture in found]
    found.delete()
    if paths:
        transaction.on_commit(lambda: _remove(paths))


def _remove(paths: Iterable[str]) -> None:
    for path in paths:
        default_storage.delete(path)


def _sweep(league: League) -> None:
    delete(league.pictures.filter(bulletin=None, created__lt=timezone.now() - WAITING_FOR))
