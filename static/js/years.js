// Says the sum of each year while it is typed; the arrows up and down go from power to power, and on to the next year.

const years = [...document.querySelectorAll("[data-year]")].map((sum) => ({
  sum,
  fields: [...document.querySelectorAll(`input[name$="_${sum.dataset.year}"]`)],
}));

for (const { sum, fields } of years) {
  const say = () => {
    const counts = fields.map((field) => field.value.trim()).filter((text) => /^\d{1,3}$/.test(text));
    sum.textContent = counts.length ? counts.reduce((total, text) => total + Number(text), 0) : "";
  };
  for (const field of fields) field.addEventListener("input", say);
}

years
  .flatMap(({ fields }) => fields)
  .forEach((field, place, all) => {
    field.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const next = step && all[place + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.select();
    });
  });
