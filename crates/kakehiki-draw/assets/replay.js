// Goes through the steps of a game that is in the page as a whole.

/** @typedef {[number, number, number, number[]]} Version since which step, parts kept, parts dropped, parts put in */
const source = document.getElementById("replay-data");
const data = JSON.parse(source?.textContent ?? "{}");
const range = /** @type {HTMLInputElement} */ (document.getElementById("replay-step"));
const speed = /** @type {HTMLSelectElement} */ (document.getElementById("replay-speed"));
const at = document.getElementById("replay-at");
const last = data.steps - 1;

/** The text of every version of every piece. @type {Map<string, { step: number, html: string }[]>} */
const pieces = new Map();
for (const [id, versions] of Object.entries(/** @type {Record<string, Version[]>} */ (data.pieces))) {
  /** @type {number[]} */
  let parts = [];
  pieces.set(id, versions.map(([step, keeps, drops, put]) => {
    parts = [...parts.slice(0, keeps), ...put, ...parts.slice(keeps + drops)];
    return { step, html: parts.map((part) => data.words[part]).join("") };
  }));
}

let now = 0;
/** @type {number | undefined} */
let timer;

/** @param {number} step */
function show(step) {
  now = Math.max(0, Math.min(last, step));
  for (const [id, versions] of pieces) {
    const element = document.getElementById(id);
    if (!element) continue;
    let version = versions[0];
    for (const next of versions) if (next.step <= now) version = next;
    if (element.dataset.version === String(version.step)) continue;
    element.dataset.version = String(version.step);
    element.innerHTML = version.html;
  }
  range.value = String(now);
  range.setAttribute("aria-valuetext", `${now} / ${last}`);
  if (at) at.textContent = `${now} / ${last}`;
  document.documentElement.dataset.seq = String(now);
  if (location.hash !== `#${now}`) history.replaceState(null, "", `#${now}`);
}

/** @param {boolean} isOn */
function play(isOn) {
  clearInterval(timer);
  timer = undefined;
  document.querySelector("[data-go=play]")?.setAttribute("aria-pressed", String(isOn));
  if (!isOn) return;
  if (now >= last) show(0);
  timer = setInterval(() => (now >= last ? play(false) : show(now + 1)), Number(speed.value));
}

/** The next marked step after this one, or the end. */
function nextTick() {
  const ticks = [...document.querySelectorAll("[data-tick]")].map((tick) => Number(tick.getAttribute("data-tick")));
  return ticks.find((tick) => tick > now) ?? last;
}

document.addEventListener("click", (event) => {
  const go = event.target instanceof Element ? event.target.closest("[data-go]")?.getAttribute("data-go") : null;
  if (go === "play") return play(timer === undefined);
  if (go) play(false);
  if (go === "first") show(0);
  if (go === "back") show(now - 1);
  if (go === "on") show(now + 1);
  if (go === "last") show(last);
  if (go === "tick") show(nextTick());
});
range.addEventListener("input", () => {
  play(false);
  show(Number(range.value));
});
speed.addEventListener("change", () => timer !== undefined && play(true));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  const to = { "[": now - 1, "]": now + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  play(false);
  show(to);
});
show(Number(location.hash.slice(1)) || 0);
