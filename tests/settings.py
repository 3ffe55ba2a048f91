"""The site's production settings, with what only tests need."""

import os

os.environ["DEBUG"] = "0"
os.environ["HTTPS"] = "0"
os.environ.setdefault("SECRET_KEY", "for tests only")

from clubsite.settings import *  # noqa: F403 -- all of them, once the lines above have set the scene

ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast
# Static files are served from where they stand, without collectstatic.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
