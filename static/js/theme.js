// Sets the colour theme before the first paint and runs the button that changes it.
// Without JavaScript the site stays light and the button stays hidden.
(() => {
  const CHOICES = ["auto", "light", "dark"];
  const root = document.documentElement;
  const device = window.matchMedia("(prefers-color-scheme: dark)");

  // A browser may refuse storage (private windows, blocked cookies): the choice then lasts for the page.
  const read = () => {
    try {
      const stored = window.localStorage.getItem("theme");
      return CHOICES.includes(stored) ? stored : "auto";
    } catch {
      return "auto";
    }
  };
  const write = (choice) => {
    try {
      window.localStorage.setItem("theme", choice);
    } catch {
      return;
    }
  };

  let choice = read();
  const apply = () => {
    root.dataset.bsTheme = choice === "auto" ? (device.matches ? "dark" : "light") : choice;
    root.dataset.themeChoice = choice;
  };

  apply();
  device.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".theme-toggle");
    if (!button) return;
    const label = () => {
      button.setAttribute("aria-label", button.getAttribute(`data-label-${choice}`));
      button.title = button.getAttribute("aria-label");
    };
    button.hidden = false;
    label();
    button.addEventListener("click", () => {
      choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
      write(choice);
      apply();
      label();
    });
  });
})();
