"""Settings. Everything that a deployment may change is read from the environment, and named in docs/operations.md.

Without any variable set, Dugout runs embedded: SQLite and its secret key in ``var/``, tasks in the request, the cache
in memory. ``DATABASE_URL`` and ``REDIS_URL`` turn it into a service.
"""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR_DIR = Path(env.str("DUGOUT_VAR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def kept_secret(path: Path) -> str:
    """The secret in the file, made at the first call. Processes that start together agree on one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret(VAR_DIR / "secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)
# What addresses begin with where no request tells it: in mails.
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
REDIS_URL = env.str("REDIS_URL", default="")
# A folder of backups that others take, where ./dugout doctor looks for a recent one.
BACKUPS = env.str("BACKUPS", default="")

INSTALLED_APPS = [
    "league",
    "teams",
    "matches",
    "tournaments",
    "league.apps.DugoutAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rest_framework.authtoken",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.middleware.LanguageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.middleware.FirstHourMiddleware",
    "league.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.league_of_page",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- database, cache, tasks ---------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'dugout.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that reads first and writes later would otherwise fail at once when another writes,
    # however long the busy timeout (``timeout``, in seconds) is.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_IGNORE_RESULT = True
# A worker that dies gives its task back; every task may therefore run twice, and must land once.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "nightly reconcile": {"task": "teams.tasks.reconcile_all", "schedule": crontab(hour=3, minute=0)},
    # Each league has its own day and hour of publication: the task asks, once an hour, which are due.
    "weekly standings": {"task": "tournaments.tasks.publish_due", "schedule": crontab(minute=0)},
    "rounds of competitions": {"task": "tournaments.tasks.publish_rounds", "schedule": crontab()},
    # Whom the mail server would not take when the page came out.
    "mails that wait": {"task": "tournaments.tasks.mail_waiting", "schedule": crontab(minute=20)},
    "mails after matches": {"task": "tournaments.tasks.mail_matches", "schedule": crontab()},
    # What webhooks did not take, and, where tasks have no queue, whatever there is to tell.
    "messages to webhooks": {"task": "tournaments.tasks.deliver", "schedule": timedelta(seconds=15)},
    "old messages to webhooks": {
        "task": "tournaments.tasks.forget_deliveries",
        "schedule": crontab(hour=3, minute=30),
    },
    # A challenge is to be answered by midnight where its league is, so each hour is midnight for somebody.
    "challenges of majors": {"task": "tournaments.tasks.refuse_unanswered", "schedule": crontab(minute=5)},
}

# --- accounts ------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Dugout] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

# Without a mail server, mails are printed where Dugout runs.
vars().update(env.email("EMAIL_URL", default="consolemail://"))
# Seconds. Without a queue somebody waits for the mail server, who would otherwise wait for minutes.
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", default="dugout@localhost")
# Who is told when the nightly reconciliation finds a difference.
ADMINS = [("Staff", address) for address in env.list("STAFF_MAIL", default=[])]

# Hosts that webhooks may reach although they are inside of a network, or without https.
HOOKS_MAY_REACH = env.list("HOOKS_MAY_REACH", default=[])

# --- safety --------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
if env.bool("BEHIND_PROXY", default=False):
    # Only behind a proxy that sets this header itself: a client could otherwise claim https.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# A match log may have 5 MB; a form that carries one in its body needs a little more. A log that is too large is then
# refused by the app, with a sentence.
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

# --- pages ---------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
LANGUAGES = [("en", "English"), ("cs", "Čeština"), ("pl", "Polski"), ("hu", "Magyar")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"

# --- the API -------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    # Tokens first: a stranger is then answered 401 with a challenge, not 403.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("THROTTLE_ANON", default="120/min"),
        "user": env.str("THROTTLE_USER", default="600/min"),
        "login": env.str("THROTTLE_LOGIN", default="10/min"),
    },
    "EXCEPTION_HANDLER": "league.errors.answer_api_error",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Dugout",
    "DESCRIPTION": "Fantasy-football leagues: teams, matches, and what the rules make of them.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "AmendmentStatusEnum": "matches.models.AmendmentStatus",
        "CompetitionKindEnum": "tournaments.models.Kind",
        "CompetitionFormatEnum": "tournaments.models.Format",
        "FactKindEnum": "matches.step_serializers.FACT_KINDS",
        "FixtureStatusEnum": "matches.models.FixtureStatus",
        "InvitationStatusEnum": ["open", "used", "expired"],
        "LogStatusEnum": "matches.models.LogStatus",
        "OfferStatusEnum": "teams.models.OfferStatus",
        "PlayerStatusEnum": "teams.models.Status",
        "SideEnum": "engine.questions.SIDES",
        "WebhookKindEnum": "tournaments.models.Webhook.Kind",
        "WinnerEnum": "matches.models.Winner",
    },
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": True, "validatorUrl": None},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Refused and missing pages are no news to whoever runs the server.
    "loggers": {"django.request": {"level": "ERROR"}},
}
