"""The ground everything stands on: settings, static files, and what no file of the project may contain."""

import hashlib
import re
import runpy
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client

ROOT = Path(__file__).resolve().parent.parent
APPS = ("clubsite", "mafia_rating", "tournaments")
TEMPLATES = [path for folder in ("templates", *APPS) for path in (ROOT / folder).rglob("*.html")]
MODULES = [path for folder in (*APPS, "tests", "tools") for path in (ROOT / folder).rglob("*.py")]
VARIABLES = (
    "DATABASE_URL",
    "SECRET_KEY",
    "DEBUG",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "CLUB_NAME",
    "CLUB_TIME_ZONE",
    "LANGUAGE_CODE",
    "HTTPS",
    "HSTS_SECONDS",
)


@pytest.fixture
def read_settings(monkeypatch: pytest.MonkeyPatch):
    """A function that reads the settings file afresh with the given variables and no others."""

    def read(**variables: str) -> dict:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "clubsite" / "settings.py"))

    return read


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "Set SECRET_KEY to a long random string"),
        ({"DEBUG": "0"}, "Set SECRET_KEY to a long random string"),
        ({"SECRET_KEY": "k", "CLUB_TIME_ZONE": "Mars/Olympus"}, "CLUB_TIME_ZONE must name a time zone"),
        ({"SECRET_KEY": "k", "CLUB_TIME_ZONE": "../etc/passwd"}, "CLUB_TIME_ZONE must name a time zone"),
        ({"SECRET_KEY": "k", "CLUB_TIME_ZONE": "Europe"}, "CLUB_TIME_ZONE must name a time zone"),
        ({"SECRET_KEY": "k", "HSTS_SECONDS": "soon"}, "HSTS_SECONDS must be a whole number"),
        ({"SECRET_KEY": "k", "DATABASE_URL": "mysql://club"}, "DATABASE_URL must begin with"),
        ({"SECRET_KEY": "k", "DATABASE_URL": "club"}, "DATABASE_URL must begin with"),
    ],
)
def test_a_wrong_environment_is_refused_with_a_sentence(read_settings, variables, sentence):
    with pytest.raises(ImproperlyConfigured, match=sentence):
        read_settings(**variables)


def test_production_is_closed_unless_opened(read_settings):
    settings = read_settings(SECRET_KEY="k")
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == []
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["SESSION_COOKIE_SECURE"] is True
    assert settings["CSRF_COOKIE_SECURE"] is True
    assert settings["SECURE_HSTS_SECONDS"] == 2_592_000


def test_a_trial_on_plain_http_sets_no_lasting_mark_in_browsers(read_settings):
    settings = read_settings(SECRET_KEY="k", HTTPS="0", HSTS_SECONDS="60")
    assert settings["SECURE_SSL_REDIRECT"] is False
    assert settings["SESSION_COOKIE_SECURE"] is False
    assert settings["SECURE_HSTS_SECONDS"] == 0


def test_lists_are_read_with_commas_and_spaces(read_settings):
    settings = read_settings(SECRET_KEY="k", ALLOWED_HOSTS="club.example, www.club.example,")
    assert settings["ALLOWED_HOSTS"] == ["club.example", "www.club.example"]


def test_postgresql_is_pooled_and_keeps_the_options_of_its_address(read_settings):
    settings = read_settings(SECRET_KEY="k", DATABASE_URL="postgresql://club@db.example/club?sslmode=require")
    database = settings["DATABASES"]["default"]
    assert database["OPTIONS"] == {"sslmode": "require", "pool": {"min_size": 1, "max_size": 8}}
    assert database["CONN_MAX_AGE"] == 0
    assert database["CONN_HEALTH_CHECKS"] is True


def test_sqlite_writers_queue(read_settings):
    options = read_settings(DEBUG="1")["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"


@pytest.mark.django_db
def test_every_answer_carries_the_content_security_policy(client: Client):
    policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
    assert set(policy.split("; ")) == {
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    }


def test_production_serves_every_static_file_of_the_templates_under_a_hashed_name(
    read_settings, settings: LazySettings, tmp_path: Path
):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = read_settings(SECRET_KEY="k")["STORAGES"]
    call_command("collectstatic", interactive=False, verbosity=0)
    names = {
        name for path in TEMPLATES for name in re.findall(r"""\{% static ["']([^"']+)["']""", path.read_text("utf-8"))
    }
    assert "vendor/bootstrap-5.3.9/bootstrap.min.css" in names
    for name in names:
        url = staticfiles_storage.url(name)
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", url), url
        assert (tmp_path / url.removeprefix("/static/")).is_file(), url


def test_vendored_files_are_those_that_were_fetched():
    vendor = ROOT / "static" / "vendor"
    sums = dict(line.split()[::-1] for line in (vendor / "SHA256SUMS").read_text().splitlines())
    found = {
        str(path.relative_to(vendor)): hashlib.sha256(path.read_bytes()).hexdigest() for path in vendor.glob("*/*")
    }
    assert found == sums


INLINE = {
    "script": re.compile(r"<script(?![^>]*\bsrc=)", re.IGNORECASE),
    "style element": re.compile(r"<style\b", re.IGNORECASE),
    "style attribute": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "event handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "javascript address": re.compile(r"javascript:", re.IGNORECASE),
}


@pytest.mark.parametrize("pattern", INLINE.values(), ids=INLINE)
def test_no_template_contains_what_the_policy_forbids(pattern: re.Pattern):
    assert TEMPLATES
    assert [str(path) for path in TEMPLATES if pattern.search(path.read_text("utf-8"))] == []


def test_no_module_is_longer_than_400_lines():
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in MODULES if "migrations" not in path.parts}
    assert {str(path): length for path, length in lengths.items() if length > 400} == {}


def test_no_file_names_a_place_on_somebodys_machine():
    machine_path = re.compile(r"(?<![\w.])/(?:work|home|root|Users)/\w")
    assert [str(path) for path in (*MODULES, *TEMPLATES) if machine_path.search(path.read_text("utf-8"))] == []
