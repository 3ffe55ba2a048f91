// Makes every player field of the entry form a combobox: it searches by normal form, hides who is seated already, and
// can add a member. Without JavaScript the fields keep the browser's list. Names and texts stand in includes/nicknames.html.

const form = document.getElementById("entry-form");
const list = document.getElementById("nicknames");

// As clubsite.names.normal_form.
const normal = (text) =>
  text.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("ё", "е").trim().split(/\s+/u).join(" ");

// An alias stands in the list once more, under the member's nickname.
const member = (name, alias = "") => ({ name, alias, key: normal(alias || name) });
const members = list ? [...list.options].map((option) => member(option.value, option.getAttribute("label"))) : [];
const pickers = new Map();

// 0: the whole name, 1: its beginning, 2: the beginning of a word, 3: the middle of one, -1: not at all.
const rank = (key, typed) => {
  if (key === typed) return 0;
  if (key.startsWith(typed)) return 1;
  if (key.includes(` ${typed}`)) return 2;
  return key.includes(typed) ? 3 : -1;
};

class Picker {
  constructor(input) {
    this.input = input;
    this.highlighted = null;
    this.picking = false;
    this.options = document.createElement("ul");
    this.options.id = `${input.id}_options`;
    this.options.className = "picker-options";
    this.options.hidden = true;
    this.options.setAttribute("role", "listbox");
    this.options.setAttribute("aria-label", list.dataset.label);

    const focused = document.activeElement === input;
    const frame = document.createElement("div");
    frame.className = "picker";
    input.replaceWith(frame);
    frame.append(input, this.options);
    if (focused) input.focus();

    input.removeAttribute("list");
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.options.id);
    input.setAttribute("aria-expanded", "false");
    input.addEventListener("input", () => this.picking || this.open());
    input.addEventListener("click", () => this.isOpen || this.open({ all: true }));
    input.addEventListener("keydown", (event) => this.press(event));
    input.addEventListener("blur", () => this.close());
    input.addEventListener("change", () => this.spell());
    // The field keeps the focus while an option is pressed.
    this.options.addEventListener("mousedown", (event) => event.preventDefault());
    this.options.addEventListener("click", (event) => this.choose(event.target.closest("[role=option]")));
  }

  get isOpen() {
    return !this.options.hidden;
  }

  get choices() {
    return [...this.options.querySelectorAll("[role=option]:not([aria-disabled])")];
  }

  // With `all`, a field that holds a member's name offers everybody, to change it.
  open({ all = false } = {}) {
    const typed = normal(this.input.value);
    const seated = new Set();
    for (const { input } of pickers.values()) {
      if (input !== this.input && input.isConnected && input.value) seated.add(normal(input.value));
    }
    const known = members.find(({ key }) => key === typed);
    const wanted = all && known ? "" : typed;
    const found = members
      .filter(({ name, alias }) => !seated.has(normal(name)) && (wanted || !alias))
      .map(({ name, alias, key }) => ({ name, alias, rank: rank(key, wanted) }))
      .filter((each) => each.rank >= 0)
      .sort((one, other) => one.rank - other.rank)
      .filter(({ name }, index, all) => all.findIndex((each) => each.name === name) === index)
      .map(({ name, alias }) => this.option(alias ? `${name} (${alias})` : name, { name }));
    if (known && seated.has(normal(known.name))) {
      const taken = this.option(list.dataset.taken.replace("{name}", this.input.value.trim()), {});
      taken.setAttribute("aria-disabled", "true");
      found.unshift(taken);
    }
    if (list.dataset.addUrl && typed && !known) {
      const add = this.option(list.dataset.add.replace("{name}", this.input.value.trim()), { add: "" });
      add.classList.add("picker-add");
      found.push(add);
    }
    found.forEach((option, index) => (option.id = `${this.options.id}_${index}`));
    this.options.replaceChildren(...found);
    this.options.hidden = !found.length;
    this.input.setAttribute("aria-expanded", String(this.isOpen));
    const own = this.choices.find((option) => normal(option.dataset.name ?? "") === typed);
    this.highlight(all ? own : typed && this.choices[0]);
  }

  option(text, data) {
    const option = document.createElement("li");
    option.setAttribute("role", "option");
    option.textContent = text;
    Object.assign(option.dataset, data);
    return option;
  }

  close() {
    this.options.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.highlight(null);
  }

  highlight(option) {
    this.highlighted?.setAttribute("aria-selected", "false");
    this.highlighted = option || null;
    if (this.highlighted) {
      this.highlighted.setAttribute("aria-selected", "true");
      this.input.setAttribute("aria-activedescendant", this.highlighted.id);
      this.highlighted.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  press(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (this.isOpen) this.step(event.key === "ArrowDown" ? 1 : -1);
      else this.open({ all: true });
    } else if (event.key === "Tab" && this.isOpen) {
      if (this.highlighted?.dataset.name) this.choose(this.highlighted);
    } else if (event.key === "Enter" && this.isOpen) {
      event.preventDefault(); // the browser would send the form
      // After a member is picked the form's own Enter goes on to the next field.
      if (!this.highlighted?.dataset.name) event.stopPropagation();
      this.choose(this.highlighted);
    } else if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }

  step(by) {
    const { choices } = this;
    const at = choices.indexOf(this.highlighted);
    if (choices.length) this.highlight(choices.at((at < 0 && by < 0 ? by : at + by) % choices.length));
  }

  choose(option) {
    if (!option || option.hasAttribute("aria-disabled")) return;
    if (option.dataset.name) this.pick(option.dataset.name);
    else openDialog(this);
  }

  pick(name) {
    this.close();
    this.input.value = name;
    this.picking = true;
    for (const type of ["input", "change"]) this.input.dispatchEvent(new Event(type, { bubbles: true }));
    this.picking = false;
  }

  // A member's name that was typed in another spelling becomes the member's own.
  spell() {
    const typed = normal(this.input.value);
    const known = members.find(({ key }) => key === typed);
    if (known && known.name !== this.input.value) this.input.value = known.name;
  }
}

// Adding a member

let dialog = null;
let asking = null;

function openDialog(picker) {
  asking = picker;
  picker.close();
  dialog ??= makeDialog();
  dialog.querySelector("[data-content]").replaceChildren();
  dialog.querySelector("[data-failed]").hidden = true;
  dialog.showModal();
  const nickname = encodeURIComponent(picker.input.value.trim());
  window.htmx.ajax("GET", `${list.dataset.addUrl}?nickname=${nickname}`, {
    source: dialog,
    target: dialog.querySelector("[data-content]"),
    swap: "innerHTML",
  });
}

function makeDialog() {
  const made = document.getElementById("member-dialog").content.querySelector("dialog").cloneNode(true);
  const failed = made.querySelector("[data-failed]");
  document.body.append(made);
  made.addEventListener("click", (event) => {
    const { pick } = event.target.closest("[data-pick]")?.dataset ?? {};
    if (pick) answer(pick);
  });
  made.addEventListener("member-added", (event) => {
    enlist(event.detail.nickname);
    answer(event.detail.nickname);
  });
  for (const type of ["htmx:responseError", "htmx:sendError"]) made.addEventListener(type, () => (failed.hidden = false));
  made.addEventListener("htmx:afterSwap", () => {
    failed.hidden = true;
    made.querySelector("[autofocus]").focus();
  });
  return made;
}

function answer(nickname) {
  dialog.close();
  asking.input.focus();
  asking.pick(nickname);
}

function enlist(nickname) {
  const added = member(nickname);
  const at = members.findIndex(({ key }) => key > added.key);
  members.splice(at < 0 ? members.length : at, 0, added);
}

function upgrade() {
  for (const input of form.querySelectorAll("input[list=nicknames]")) pickers.set(input.id, new Picker(input));
}

if (form && list) {
  upgrade();
  document.body.addEventListener("htmx:afterSettle", upgrade);
}
