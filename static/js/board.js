// Helps to fill in a board; its scores come from the server (htmx). Without this script every field is shown,
// and the Preview button asks for the scores.

const form = document.querySelector(".board-form");

// The ticks of a power matter only while it has centres. A hidden tick keeps its value.
const showTicks = (centres) => {
  const matter = Number.parseInt(centres.value, 10) > 0;
  for (const label of centres.closest("tr").querySelectorAll(".cell-check label")) label.hidden = !matter;
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
}
