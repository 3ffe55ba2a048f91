"""Find a Chromium for the browser tests; run as a command, fetch Playwright's own when the machine has none."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
ADVICE = (
    "The browser tests need Chromium or Chrome: install one (Debian: sudo apt install chromium; "
    "macOS: brew install --cask google-chrome), or name its program in the variable CHROMIUM."
)


def find_chromium() -> str | None:
    """Return the path of $CHROMIUM, the system's Chromium or Chrome, or Playwright's own; None without any."""
    if chosen := os.environ.get("CHROMIUM"):
        return shutil.which(chosen)
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, (*COMMANDS, MAC_CHROME, own))), None)


def main() -> None:
    """Make sure that there is a browser, or leave with a sentence that says what to do."""
    if find_chromium():
        return
    if "CHROMIUM" not in os.environ:
        print("No Chromium on this machine: fetching Playwright's own.")
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not find_chromium():
        sys.exit(ADVICE)


if __name__ == "__main__":
    main()
