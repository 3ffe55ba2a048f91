// Says the sum of the centres while they are typed, in the page's own sentences.

const status = document.getElementById("centres-sum");

if (status) {
  const fields = [...document.querySelectorAll('input[name$="_centres"]')];
  const { sums, too_many: tooMany } = JSON.parse(document.getElementById("centres-sentences").textContent);
  const most = sums.length - 1;

  const say = () => {
    const counts = fields.map((field) => field.value.trim()).filter((text) => /^\d{1,3}$/.test(text));
    const total = counts.reduce((sum, text) => sum + Number(text), 0);
    status.textContent = sums[total] ?? tooMany.replace("{total}", total).replace("{over}", total - most);
    status.classList.toggle("save-bar-fault", total > most);
  };

  for (const field of fields) field.addEventListener("input", say);
  say();
}
