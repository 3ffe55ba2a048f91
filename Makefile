# `make` lists the targets. Works with GNU make 3.81, which is what macOS has.

PORT ?= 8000
HOST ?= 127.0.0.1

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
MANAGE := $(PY) manage.py
PYTEST := $(PY) -m pytest
ON_SQLITE := DATABASE_URL=sqlite://:memory:
ON_POSTGRES := $(PY) -m tools.temp_postgres
# The settings of a production site, for the checks; nobody signs anything with this key.
PRODUCTION := DEBUG=0 ALLOWED_HOSTS=club.example SECRET_KEY=$$($(PY) -c "import secrets; print(secrets.token_hex(32))")

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run serve test lint check test-sqlite test-postgres test-browser bench format vendor clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# Stamp files say what stands in the environment, so that a second start installs nothing.

$(VENV)/.made:
	@sh tools/mkvenv.sh $(VENV)
	@touch $@

$(VENV)/.runtime: requirements.txt $(VENV)/.made
	@echo "Installing requirements.txt"
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.development: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing requirements-dev.txt"
	@$(PIP) -r requirements-dev.txt
	@touch $@

run: $(VENV)/.runtime ## set up and serve the site with the demo club (PORT=8000)
	@$(PY) -m tools.compile_po
	@DEBUG=1 $(MANAGE) migrate --verbosity 0
	@DEBUG=1 $(MANAGE) load_demo
	@echo "Serving on http://127.0.0.1:$(PORT)/ (Ctrl-C stops it)"
	@DEBUG=1 $(MANAGE) runserver 127.0.0.1:$(PORT)

serve: $(VENV)/.runtime ## serve in production (HOST=127.0.0.1 PORT=8000; see the README)
	@test -n "$$SECRET_KEY" || { echo "Set SECRET_KEY to a long random string; the site refuses to start without it." >&2; exit 1; }
	@$(PY) -m tools.compile_po
	DEBUG=0 $(MANAGE) check --deploy
	DEBUG=0 $(MANAGE) migrate
	DEBUG=0 $(MANAGE) check --database default
	DEBUG=0 $(MANAGE) collectstatic --no-input
	DEBUG=0 $(PY) -m gunicorn clubsite.wsgi --bind $(HOST):$(PORT) --threads 8 --no-control-socket --access-logfile -

test: lint check test-sqlite test-postgres test-browser ## every check and test, on SQLite, PostgreSQL and in a browser

lint: $(VENV)/.development ## ruff and djlint
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m djlint templates --lint --quiet

check: $(VENV)/.development ## Django's own checks under production settings
	$(PY) -m tools.compile_po
	@echo "manage.py check --deploy"
	@$(ON_SQLITE) $(PRODUCTION) $(MANAGE) check --deploy --fail-level WARNING
	@echo "manage.py makemigrations --check"
	@$(ON_SQLITE) $(PRODUCTION) $(MANAGE) makemigrations --check --dry-run

test-sqlite: $(VENV)/.development ## the tests on SQLite
	$(ON_SQLITE) $(PYTEST) -n 2 -m "not browser"

test-postgres: $(VENV)/.development ## the tests on a throw-away PostgreSQL
	$(ON_POSTGRES) $(PYTEST) -n 2 -m "not browser"

test-browser: $(VENV)/.development ## the tests in Chromium, on a throw-away PostgreSQL
	$(PY) -m tools.browser
	$(ON_POSTGRES) $(PYTEST) -n 2 -m browser

bench: $(VENV)/.development ## time the public pages of a large club on SQLite and PostgreSQL
	$(ON_SQLITE) $(PY) -m tools.bench
	$(ON_POSTGRES) $(PY) -m tools.bench

format: $(VENV)/.development ## format the Python code
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

vendor: $(VENV)/.made ## fetch the vendored front-end files again (needs npm)
	$(PY) -m tools.vendor_js

clean: ## remove everything that is made, but the database
	rm -rf $(VENV) staticfiles .pytest_cache .ruff_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete
