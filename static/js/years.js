// Says the sum of each year while it is typed; the arrows up and down go from power to power.

for (const sum of document.querySelectorAll("[data-year]")) {
  const fields = [...document.querySelectorAll(`input[name$="_${sum.dataset.year}"]`)];

  const say = () => {
    const counts = fields.map((field) => field.value.trim()).filter((text) => /^\d{1,3}$/.test(text));
    sum.textContent = counts.length ? counts.reduce((total, text) => total + Number(text), 0) : "";
  };

  fields.forEach((field, row) => {
    field.addEventListener("input", say);
    field.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const next = step && fields[row + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.select();
    });
  });
}
