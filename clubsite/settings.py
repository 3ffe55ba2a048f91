"""One settings file; everything that differs between machines comes from the environment (see README.md)."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent


def env_flag(name: str, default: bool = False) -> bool:
    """Read an on/off variable: 1, true, yes and on mean on."""
    value = os.environ.get(name, "")
    return value.strip().lower() in {"1", "true", "yes", "on"} if value.strip() else default


def env_list(name: str) -> list[str]:
    """Read a comma-separated variable."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def env_number(name: str, default: int) -> int:
    """Read a variable that holds a whole number."""
    value = os.environ.get(name, "").strip() or str(default)
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, and is {value!r}.")
    return int(value)


def env_time_zone(name: str, default: str) -> str:
    """Read a variable that names a time zone."""
    value = os.environ.get(name, "").strip() or default
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ImproperlyConfigured(
            f"{name} must name a time zone such as Europe/Moscow or UTC, and is {value!r}."
        ) from error
    return value


DEBUG = env_flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured("Set SECRET_KEY to a long random string; without DEBUG=1 the site refuses to start.")
    SECRET_KEY = "for development only, never on a public address"

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or (["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

CLUB_NAME = os.environ.get("CLUB_NAME", "MAFFAMILY")

# Applications

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_htmx",
    "django_tables2",
    "simple_history",
    "tournaments",
    "mafia_rating",
    # Last: its post_migrate receiver makes the roles, and needs the permissions of the apps above.
    "clubsite",
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
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubsite.addresses.MergedPlayerMiddleware",
    "clubsite.middleware.page_for_405",
]

ROOT_URLCONF = "clubsite.urls"
WSGI_APPLICATION = "clubsite.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

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
                "clubsite.context_processors.club",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "includes/table.html"

# Database

try:
    DATABASE = dj_database_url.config(default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}", conn_health_checks=True)
except ValueError:  # the message of the library lists schemes that this site does not support
    DATABASE = {"ENGINE": ""}
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue up instead of failing halfway with "database is locked".
    DATABASE_OPTIONS = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
elif DATABASE["ENGINE"] == "django.db.backends.postgresql":
    # One connection for each thread of a gunicorn worker. The pool keeps them, so CONN_MAX_AGE stays 0.
    DATABASE_OPTIONS = {"pool": {"min_size": 1, "max_size": 8}}
else:
    raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// or sqlite:///.")
DATABASES = {"default": {**DATABASE, "OPTIONS": {**DATABASE.get("OPTIONS", {}), **DATABASE_OPTIONS}}}

# Accounts

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTHENTICATION_BACKENDS = ["clubsite.auth.OneQueryBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Mail: invitations and new passwords. Without a server it is printed on the console.

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = env_number("EMAIL_PORT", default=587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env_flag("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "webmaster@localhost")

# Language and time

LANGUAGE_CODE = os.environ.get("LANGUAGE_CODE", "en")
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env_time_zone("CLUB_TIME_ZONE", "Europe/Moscow")
USE_TZ = True

# Static files

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Bootstrap draws its icons (checks, arrows, the menu button) as data: images in its own style sheet.
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# HTTPS=0 is for a trial on plain HTTP. How a proxy says that a request came by HTTPS is gunicorn's to know and to
# trust (FORWARDED_ALLOW_IPS), so no SECURE_PROXY_SSL_HEADER stands here.
HTTPS = env_flag("HTTPS", default=not DEBUG)
SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env_number("HSTS_SECONDS", default=30 * 24 * 3600) if HTTPS else 0
# HSTS for subdomains and for browsers' preload lists binds a whole domain, of which the club may have one name only.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Logging

if not DEBUG:
    # Django's own handlers print under DEBUG only, and mail to nobody here: everything goes to the console instead.
    LOGGING = {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {"django": {"level": "INFO"}},
    }
