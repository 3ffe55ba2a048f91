// Makes the protocol form quick: marks on the rows, bonus steps, and keys. Limits are the server's to tell.

const form = document.getElementById("entry-form");
const sheet = form.querySelector(".sheet");
const seats = [...sheet.querySelectorAll(".seat")];
const named = [1, 2, 3].map((place) => form.elements[`best_move_${place}`]);
const check = document.getElementById("protocol-check");

const seatOf = (element) => element.closest(".seat");
const changed = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));

// What the page shows of the fields

const showRoles = () => {
  for (const seat of seats) {
    const role = seat.querySelector(".seat-role :checked")?.value;
    for (const ground of seat.querySelectorAll("[data-roles]")) {
      ground.hidden = role && !ground.dataset.roles.split(" ").includes(role) && !ground.querySelector(":checked");
    }
  }
  for (const tally of form.querySelectorAll("[data-tally]")) {
    const { tally: role, count } = tally.dataset;
    const left = count - sheet.querySelectorAll(`.seat-role [value="${role}"]:checked`).length;
    tally.querySelector("b").textContent = left;
    tally.classList.toggle("tally-given", left === 0);
    tally.classList.toggle("tally-over", left < 0);
    sheet.classList.toggle(`no-${role}-left`, left < 1);
  }
};

const showBestMove = () => {
  const order = named.map((field) => field.value).filter(Boolean);
  for (const button of sheet.querySelectorAll(".seat-named")) {
    const place = order.indexOf(button.dataset.seat) + 1;
    button.setAttribute("aria-pressed", place > 0);
    button.querySelector("[data-place]").textContent = place || "";
  }
  sheet.classList.toggle("best-move-full", order.length === named.length);
  const told = form.querySelector("[data-named]");
  told.textContent = order.join(", ") || told.dataset.nobody;
  form.querySelector("[data-clear-best-move]").hidden = !order.length;
};

const show = () => {
  showRoles();
  showBestMove();
};

// What the buttons do

const setBestMove = (order) => {
  named.forEach((field, index) => {
    field.value = order[index] ?? "";
  });
  changed(named[0]);
};

const toggleNamed = (seat) => {
  const order = named.map((field) => field.value).filter(Boolean);
  if (order.includes(seat)) setBestMove(order.filter((other) => other !== seat));
  else if (order.length < named.length) setBestMove([...order, seat]);
};

const stepBonus = (seat, direction) => {
  const field = seat.querySelector(".seat-bonus input");
  const step = Number(sheet.dataset.bonusStep);
  const steps = Math.round((Number(field.value.trim().replace(",", ".")) || 0) / step) + direction;
  const decimals = sheet.dataset.bonusStep.split(".")[1].length;
  field.value = steps > 0 ? (steps * step).toFixed(decimals) : "";
  changed(field);
};

const toggleKilled = (seat) => {
  const killed = seat.querySelector(".seat-killed input");
  (killed.checked ? form.querySelector('[name="first_killed"][value=""]') : killed).click();
};

form.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.matches(".seat-named")) toggleNamed(button.dataset.seat);
  else if (button?.matches(".step")) stepBonus(seatOf(button), Number(button.dataset.step));
  else if (button?.matches("[data-clear-best-move]")) setBestMove([]);
});
form.addEventListener("change", show);

// Keys

const focusRole = (seat) => (seat.querySelector(".seat-role :checked") ?? seat.querySelector(".seat-role input")).focus();
const focusResult = () => (form.querySelector("#result :checked") ?? form.querySelector("#result input")).focus();
const columns = [".seat-player input", ".seat-role :checked", ".seat-named", ".seat-bonus input", ".seat-why input"];

const toggleBestMove = (seat) => toggleNamed(seat.querySelector(".seat-named").dataset.seat);

const openPenalties = (seat) => {
  const more = seat.querySelector(".seat-more");
  more.open = true;
  more.querySelector("label:not([hidden]) input").focus();
};

const giveRole = (role) => (seat) => {
  const button = seat.querySelector(`.seat-role [value="${role}"]`);
  button.click();
  button.focus();
};

const does = { killed: toggleKilled, named: toggleBestMove, penalty: openPenalties, result: focusResult };
const onSeat = {
  "+": (seat) => stepBonus(seat, 1),
  "=": (seat) => stepBonus(seat, 1),
  "-": (seat) => stepBonus(seat, -1),
};
// The page says which letter does what, in the language of the visitor.
for (const { dataset, textContent } of form.querySelectorAll("kbd[data-key]")) {
  onSeat[textContent.toLowerCase()] = does[dataset.key] ?? giveRole(dataset.key);
}

// After a Cyrillic name the keyboard writes Cyrillic: a letter that means nothing counts as the Latin one of its key.
const meant = ({ key, code }) => {
  const letter = key.toLowerCase();
  return letter in onSeat || letter <= "~" ? letter : code.replace(/^Key/, "").toLowerCase();
};

// Enter goes down a column, then to the top of the next one; from the last field it goes to the result.
const goOn = (field, back) => {
  const column = columns.find((selector) => field.matches(selector));
  if (!column) {
    const fields = [...form.querySelectorAll("input, select")].filter((other) => other.offsetParent);
    fields[fields.indexOf(field) + (back ? -1 : 1)]?.focus();
    return;
  }
  const index = seats.indexOf(seatOf(field)) + (back ? -1 : 1);
  const next = seats[index]?.querySelector(column);
  if (next) next.focus();
  else if (index === seats.length && column === columns[0]) focusRole(seats[0]);
  else if (index === seats.length) focusResult();
  else field.blur();
};

const onEnter = (event) => {
  const { target } = event;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit(document.getElementById("save"));
  } else if (target.matches("input, select")) {
    event.preventDefault(); // the browser would send the form
    goOn(target, event.shiftKey);
  }
};

form.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.isComposing) return;
  if (key === "Enter") {
    onEnter(event);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const seat = seatOf(target);
  if (target.matches(".seat-bonus input")) {
    const direction = { ArrowUp: 1, "+": 1, ArrowDown: -1, "-": -1 }[key];
    if (direction) {
      event.preventDefault();
      stepBonus(seat, direction);
    }
    return;
  }
  if (!target.matches(".sheet :is([type=radio], [type=checkbox], button, summary), #result input, #first-night input")) return;
  const act = onSeat[meant(event)];
  if (act && (seat || act === focusResult)) act(seat);
  else if (/^\d$/.test(key)) focusRole(seats[key === "0" ? 9 : key - 1]);
  else return;
  event.preventDefault();
});

// The answer while one types

check.addEventListener("htmx:afterSettle", showRoles);

for (const button of document.querySelectorAll("[data-date]")) {
  button.addEventListener("click", () => {
    form.elements.played_on.value = button.dataset.date;
    changed(form.elements.played_on);
  });
}

for (const element of document.querySelectorAll("[data-with-script]")) element.hidden = false;
for (const element of document.querySelectorAll("[data-without-script]")) element.hidden = true;
show();
// A draft that is taken up again has not been looked at yet; htmx listens from DOMContentLoaded on.
document.addEventListener("DOMContentLoaded", () => {
  if (form.querySelector("#result :checked") && !sheet.querySelector(".seat-points strong")) {
    check.dispatchEvent(new Event("look"));
  }
});
const faulty = form.querySelector('[aria-invalid="true"]');
const empty = [form.elements.judge, ...sheet.querySelectorAll(".seat-player input")].find((field) => !field.value);
if (faulty) faulty.focus();
else if (matchMedia("(hover: hover)").matches) empty?.focus({ preventScroll: true });
