// Helps to fill in a board; its scores come from the server (htmx). Without this script every field is shown,
// and the Preview button asks for the scores.

const form = document.querySelector(".board-form");

// The ticks of a power matter only while it has centres. A hidden tick keeps its value.
const showTicks = (centres) => {
  const matter = Number.parseInt(centres.value, 10) > 0;
  for (const label of centres.closest("tr").querySelectorAll(".cell-check label")) label.hidden = !matter;
};

// What a field's errors say belongs to the field, also when they came after the page.
const markErrors = () => {
  for (const field of form.elements) {
    const errors = field.id && document.getElementById(`${field.id}_error`);
    if (errors) {
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", errors.id);
    } else if (field.getAttribute("aria-invalid")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
  }
  for (const row of form.querySelectorAll(".power-row")) {
    row.classList.toggle("row-invalid", row.querySelector(".errorlist") !== null);
  }
};

// Enter goes down a column, from its end to the next column, and at last to the button that saves.
const nextOf = (field) => {
  const column = field.name.replace(/^[a-z]+?_/, "");
  const after = (fields) => fields[fields.indexOf(field) + 1];
  const inColumn = (name) => [...form.querySelectorAll(`.power-row [name$="_${name}"]`)];
  if (column === "player") return after(inColumn("player")) ?? inColumn("centres")[0];
  if (column === "centres") return after(inColumn("centres")) ?? form.querySelector(".btn-primary");
  return after([...form.elements].filter((other) => other === field || other.checkVisibility()));
};

const step = (field, by) => {
  const fields = [...form.querySelectorAll('[name$="_centres"]')];
  return fields[fields.indexOf(field) + by];
};

const go = (event, field) => {
  event.preventDefault();
  field?.focus();
  field?.select?.();
};

if (form) {
  form.classList.add("is-live");
  for (const centres of form.querySelectorAll('[name$="_centres"]')) {
    showTicks(centres);
    centres.addEventListener("input", () => showTicks(centres));
    centres.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") go(event, step(centres, 1));
      if (event.key === "ArrowUp") go(event, step(centres, -1));
    });
  }

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !field.matches("input, select")) return;
    if (event.ctrlKey || event.metaKey) form.requestSubmit(form.querySelector(".btn-primary"));
    else go(event, nextOf(field));
  });

  form.addEventListener("click", (event) => {
    const weight = event.target.closest("[data-weight]")?.dataset.weight;
    if (weight === undefined) return;
    const field = form.elements.weight;
    field.value = weight;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    field.focus();
  });

  form.addEventListener("htmx:beforeSwap", (event) => {
    // An expired login leads to the log-in page, which is no answer to swap in.
    if (new URL(event.detail.xhr.responseURL).pathname !== location.pathname) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:oobAfterSwap", markErrors);

  // Nothing is asked after the form is sent; a page that comes back from the browser's memory may ask again.
  let sent = false;
  form.addEventListener("submit", () => (sent = true));
  window.addEventListener("pageshow", () => (sent = false));
  form.addEventListener("htmx:beforeRequest", (event) => {
    if (sent) event.preventDefault();
  });
}
