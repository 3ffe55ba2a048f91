// Keeps what is typed into an entry form: on the server a moment after a change, and in this browser until the server
// has it. What is said to the user stands in includes/draft_bar.html.

const SAVE_AFTER = 2000; // ms
const RETRY_AFTER = 5000;
const LONGEST_WAIT = 60000;

const bar = document.getElementById("draft-bar");
const form = document.getElementById("entry-form");
const part = (name) => document.querySelector(`[data-draft="${name}"]`);

// A form's data as text, and whether two of them say the same.
const typed = () => {
  const data = new URLSearchParams(new FormData(form));
  data.delete("csrfmiddlewaretoken");
  return data.toString();
};
const pairs = (data) => JSON.stringify([...new URLSearchParams(data)].sort());
const same = (one, other) => pairs(one) === pairs(other);

// The copies in this browser. It may refuse storage (private windows, blocked cookies, a full disk).
const storage = {
  read(name) {
    try {
      return JSON.parse(window.localStorage.getItem(name));
    } catch {
      return null;
    }
  },
  write(name, copy) {
    try {
      window.localStorage.setItem(name, JSON.stringify(copy));
      return true;
    } catch {
      return false;
    }
  },
  remove(name) {
    try {
      window.localStorage.removeItem(name);
    } catch {
      return;
    }
  },
  names() {
    try {
      return Object.keys(window.localStorage);
    } catch {
      return [];
    }
  },
};
const copyName = (key) => `draft:${key}`;
const otherName = (key) => `draft-other:${key}`; // older than what the server has: the user chooses
const forget = (key) => [copyName(key), otherName(key)].forEach(storage.remove);

const clock = (time) => new Date(time).toLocaleString(document.documentElement.lang);

// After logging in again, in this tab or another, forms must send the new session's token.
const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
const refreshTokens = () => {
  if (!token()) return;
  for (const input of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) input.value = token();
};

const request = (key, path, revision, data) => {
  const body = new URLSearchParams(data);
  body.set("draft_path", path);
  body.set("draft_revision", revision);
  body.set("csrfmiddlewaretoken", token());
  return [bar.dataset.url.replace(bar.dataset.key, key), body];
};

// Posts a draft; status 0 means that no answer came.
const post = async (...draft) => {
  const [url, body] = request(...draft);
  try {
    const response = await fetch(url, { method: "POST", body, keepalive: true });
    const json = response.headers.get("Content-Type")?.includes("json");
    return { status: response.status, ...(json ? await response.json() : {}) };
  } catch {
    return { status: 0 };
  }
};

const keepDraft = () => {
  const { key, path, owner } = bar.dataset;
  let revision = Number(bar.dataset.revision);
  let timer = null;
  let changed = false;
  let busy = false;
  let leaving = false; // the form is being sent, or thrown away
  let stopped = false; // saved elsewhere meanwhile, or ended: nothing is saved until the user decides
  let failures = 0;
  let unanswered = []; // what was sent and may or may not have arrived

  const say = (text, { login = false } = {}) => {
    part("said").textContent = text;
    part("login").hidden = !login;
    document.querySelector(".draft-line").hidden = false;
  };

  const schedule = (delay) => {
    timer ??= setTimeout(save, delay);
  };

  const saveNow = () => {
    clearTimeout(timer);
    timer = null;
    return save();
  };

  const keepHere = () => storage.write(copyName(key), { path, owner, revision, data: typed(), at: Date.now() });

  const tell = (text, options) => say(keepHere() ? text : bar.dataset.textUnkept, options);

  const save = async () => {
    timer = null;
    if (busy || leaving || stopped || !changed) return;
    busy = true;
    changed = false;
    refreshTokens();
    const data = typed();
    unanswered.push(data);
    const answer = await post(key, path, revision, data);
    busy = false;
    if (leaving) return;
    if (answer.ended) {
      stopped = true;
      forget(key);
      say(answer.text);
    } else if (answer.status === 200) {
      ({ revision } = answer);
      failures = 0;
      unanswered = [];
      if (changed) schedule(SAVE_AFTER);
      else storage.remove(copyName(key));
      say(answer.text);
    } else if (answer.status === 409 && unanswered.some((sent) => sent !== data && same(sent, answer.data))) {
      // What the server has came from here: only its answer was lost.
      ({ revision } = answer);
      changed = true;
      await save();
    } else if (answer.status === 409) {
      stopped = true;
      keepHere();
      showElsewhere(answer);
    } else {
      changed = true;
      failures += 1;
      schedule(Math.min(RETRY_AFTER * failures, LONGEST_WAIT));
      if (answer.status === 401) tell(bar.dataset.textLoggedOut, { login: true });
      else if (answer.status >= 400 && answer.status < 500) tell(bar.dataset.textRefused);
      else tell(bar.dataset.textOffline);
    }
  };

  const showElsewhere = (answer) => {
    part("elsewhere").hidden = false;
    part("elsewhere-text").textContent = answer.text;
    part("keep").onclick = () => {
      part("elsewhere").hidden = true;
      stopped = false;
      ({ revision } = answer);
      changed = true;
      saveNow();
    };
  };

  const onChange = () => {
    leaving = false;
    changed = true;
    keepHere();
    // The page's address brings the draft back, also after a reload.
    if (!window.location.search.includes(key)) window.history.replaceState(window.history.state, "", `?draft=${key}`);
    schedule(SAVE_AFTER);
  };

  const put = (data) => {
    const values = new URLSearchParams(data);
    for (const field of [...form.elements]) {
      if (!field.name || field.name === "csrfmiddlewaretoken" || ["submit", "button"].includes(field.type)) continue;
      const given = values.getAll(field.name);
      const before = [field.value, field.checked].join();
      if (["checkbox", "radio"].includes(field.type)) field.checked = given.includes(field.value);
      else if (given.length) [field.value] = given;
      if ([field.value, field.checked].join() === before) continue;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    onChange();
    say(bar.dataset.textBack);
  };

  // What this browser kept of this draft and the server never got.
  const bringBack = () => {
    const copy = storage.read(copyName(key));
    if ("sent" in bar.dataset) {
      onChange();
    } else if (copy && copy.owner === owner) {
      if (same(copy.data, bar.dataset.saved) || same(copy.data, typed())) {
        storage.remove(copyName(key));
      } else if (copy.revision === revision) {
        put(copy.data);
      } else {
        storage.write(otherName(key), copy);
        storage.remove(copyName(key));
      }
    }
    const other = storage.read(otherName(key));
    if (!other || other.owner !== owner) return;
    part("copy").hidden = false;
    part("copy-time").textContent = clock(other.at);
    const decide = (accepted) => () => {
      part("copy").hidden = true;
      storage.remove(otherName(key));
      if (accepted) put(other.data);
    };
    part("put").onclick = decide(true);
    part("drop").onclick = decide(false);
  };

  // What this browser kept of other drafts of this page: the server gets it, or the page offers it.
  const offerOthers = async () => {
    for (const name of storage.names().filter((each) => each.startsWith(copyName("")))) {
      const otherKey = name.slice(copyName("").length);
      const copy = storage.read(name);
      if (!copy || otherKey === key || copy.path !== path || copy.owner !== owner) continue;
      const { status, ended } = await post(otherKey, path, copy.revision, copy.data);
      if (status === 200) storage.remove(name);
      if (!ended && !bar.querySelector(`li[data-key="${otherKey}"]`)) offer(otherKey, copy);
    }
  };

  const offer = (otherKey, copy) => {
    const item = bar.querySelector("template").content.firstElementChild.cloneNode(true);
    const discard = item.querySelector("form");
    item.dataset.key = discard.dataset.key = otherKey;
    discard.action = discard.action.replace(key, otherKey);
    item.querySelector("span").textContent = item.querySelector("span").textContent.replace("{time}", clock(copy.at));
    item.querySelector("a").href += otherKey;
    bar.querySelector(".draft-offers").append(item);
  };

  form.addEventListener("input", onChange);
  form.addEventListener("change", onChange);

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    refreshTokens();
    if (event.target.dataset.key) forget(event.target.dataset.key);
    if (event.target === form) keepHere();
    if (event.target === form || event.target.dataset.key === key) {
      leaving = true;
      clearTimeout(timer);
      timer = null;
    }
  });

  window.addEventListener("pagehide", () => {
    if (leaving || stopped || !(changed || busy)) return;
    keepHere();
    const data = typed();
    unanswered.push(data);
    navigator.sendBeacon(...request(key, path, revision, data));
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leaving = false;
    onChange();
  });
  for (const type of ["online", "focus"]) {
    window.addEventListener(type, () => {
      refreshTokens();
      saveNow();
    });
  }
  document.addEventListener("visibilitychange", saveNow);

  bringBack();
  offerOthers();
};

if (bar && form) keepDraft();
