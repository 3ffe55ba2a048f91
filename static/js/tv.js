// Runs the screen of a playing room: fetches the next picture and puts it in the place of the one shown. When the server
// does not answer, the old picture stays and says so, and another try follows. Without this script the page reloads.

const PATIENCE = 10_000;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const tools = document.querySelector(".tv-tools");
const button = (name) => tools.querySelector(`[data-does="${name}"]`);
const picture = () => document.querySelector(".tv-picture");

let paused = false;
let timer;
let turn = 0;

const show = (page, address) => {
  const next = page.querySelector(".tv-picture");
  if (!next) throw new Error("No picture in the answer");
  const swap = () => {
    picture().replaceWith(document.adoptNode(next));
    document.title = page.title;
    history.replaceState(null, "", address);
  };
  if (still.matches || !document.startViewTransition) swap();
  else document.startViewTransition(swap).ready.catch(() => {}); // a covered window shows no transition
};

const wait = () => {
  clearTimeout(timer);
  if (!paused) timer = setTimeout(() => go("next"), picture().dataset.seconds * 1000);
};

const go = async (direction) => {
  clearTimeout(timer);
  const address = picture().dataset[direction];
  const mine = ++turn;
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(answer.statusText);
    const text = await answer.text();
    if (mine !== turn) return;
    show(new DOMParser().parseFromString(text, "text/html"), address);
  } catch {
    if (mine !== turn) return;
    picture().querySelector(".tv-lost").hidden = false;
  }
  wait();
};

const pause = () => {
  paused = !paused;
  turn += 1; // an answer under way comes too late
  tools.classList.toggle("tv-paused", paused);
  button("pause").textContent = paused ? button("pause").dataset.goOn : button("pause").dataset.pause;
  wait();
};

const changeTheme = () => {
  const { dataset } = document.documentElement;
  dataset.bsTheme = dataset.bsTheme === "dark" ? "light" : "dark";
};

const fillScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

const DOES = { previous: () => go("previous"), next: () => go("next"), pause, theme: changeTheme, fullscreen: fillScreen };
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", " ": "pause" };

// A screen that nobody touches would go dark; where the browser cannot keep it awake, its owner must.
const stayAwake = () => {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};

tools.hidden = false;
button("fullscreen").hidden = !document.fullscreenEnabled;
tools.addEventListener("click", (event) => DOES[event.target.closest("button")?.dataset.does]?.());
document.addEventListener("keydown", (event) => {
  const onButton = event.key === " " && event.target.closest("button");
  const name = KEYS[event.key];
  if (!name || onButton || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  DOES[name]();
});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
wait();
