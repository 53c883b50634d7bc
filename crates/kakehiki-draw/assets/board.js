// The board: picking, dragging, drafts of a set-up, the keyboard, and the tabs of the narrow table.
// Everything is delegated to the document, so that pieces may be replaced at any time; a piece that
// plays an action carries data-act, and whoever sends actions listens for clicks on it.

/** @returns {HTMLElement | null} the table of the page */
const table = () => document.querySelector(".tbl, .gtbl");

/** The group that is picked, or nothing. @type {string | null} */
let picked = null;

/** The ghosts that a draft of a set-up makes bad. @type {Set<string>} */
const bad = new Set();

/** @param {Element} element @returns {boolean} whether it can be seen */
const isShown = (element) => element.getClientRects().length > 0;

/** Shows the targets of the picked group and hides all others. */
function applyPick() {
  const root = table();
  if (!root) return;
  let isThere = false;
  for (const element of root.querySelectorAll("[data-pick]")) {
    const isPicked = element.getAttribute("data-pick") === picked;
    isThere ||= isPicked;
    element.setAttribute("aria-pressed", String(isPicked));
  }
  if (!isThere) picked = null;
  for (const element of root.querySelectorAll("[data-group]")) {
    element.classList.toggle("open", picked !== null && element.getAttribute("data-group") === picked);
  }
  applyRoving();
}

/** @param {string | null} group */
function pick(group) {
  picked = picked === group ? null : group;
  applyPick();
}

/** Goes on from what was picked to the first place where it may go. */
function focusOpen() {
  const open = [...document.querySelectorAll("[data-group].open")].find(isShown);
  if (open instanceof SVGElement || open instanceof HTMLElement) open.focus();
}

/** Leaves one tab stop in every group of targets. */
function applyRoving() {
  for (const group of document.querySelectorAll("[data-roving]")) {
    const targets = rovers(group);
    const stop = targets.find((element) => element === document.activeElement) ?? targets[0];
    for (const element of targets) element.setAttribute("tabindex", element === stop ? "0" : "-1");
  }
}

/** @param {Element} group @returns {Element[]} what the arrow keys reach */
function rovers(group) {
  return [...group.querySelectorAll("[role=button], [role=checkbox]")].filter(isShown);
}

/** The nearest target in a direction. @param {Element} from @param {string} key */
function neighbour(from, key) {
  const group = from.closest("[data-roving]");
  if (!group) return null;
  const centre = (/** @type {Element} */ element) => {
    const box = (element.querySelector(".ghit, .chit") ?? element).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best = null;
  let least = Infinity;
  for (const element of rovers(group)) {
    if (element === from) continue;
    const [toX, toY] = centre(element);
    const along = (toX - x) * right + (toY - y) * down;
    const across = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (along < 1) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [element, cost];
  }
  return best;
}

/** Writes the draft of a set-up into the board and its form. */
function applySetup() {
  const form = document.querySelector("form[data-draft=setup]");
  if (!form) return bad.clear();
  for (const element of document.querySelectorAll("[data-toggle]")) {
    element.setAttribute("aria-checked", String(bad.has(element.getAttribute("data-toggle") ?? "")));
  }
  const count = form.querySelector("[data-count]");
  const text = count?.getAttribute("data-count-text")?.replace("#", String(bad.size));
  if (count && count.textContent !== text) count.textContent = text ?? "";
  const send = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-send]"));
  if (!send) return;
  send.disabled = bad.size !== Number(form.getAttribute("data-size"));
  if (send.disabled) delete send.dataset.act;
  else send.dataset.act = form.getAttribute("data-prefix") + [...bad].sort().join("");
}

/** @param {string[]} letters */
function setBad(letters) {
  bad.clear();
  for (const letter of letters) bad.add(letter);
  applySetup();
}

/** Four ghosts at random, by the browser's own numbers: nobody else knows them. */
function randomSetup() {
  const letters = [...document.querySelectorAll("[data-toggle]")].map((element) => element.getAttribute("data-toggle") ?? "");
  const keyed = letters.map((letter) => [crypto.getRandomValues(new Uint32Array(1))[0], letter]);
  keyed.sort((one, two) => Number(one[0]) - Number(two[0]));
  setBad(keyed.slice(0, 4).map((pair) => String(pair[1])));
}

/** @param {Element} element */
function press(element) {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

document.addEventListener("click", (event) => {
  const at = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  if (!at) return;
  const sheet = at.closest("[data-sheet]");
  const root = table();
  if (sheet && root) {
    root.dataset.show = sheet.getAttribute("data-sheet") ?? "act";
    for (const tab of root.querySelectorAll("[data-sheet]")) tab.setAttribute("aria-pressed", String(tab === sheet));
    return;
  }
  const preset = at.closest("[data-preset]");
  if (preset) return setBad([...(preset.getAttribute("data-preset") ?? "")]);
  if (at.closest("[data-random]")) return randomSetup();
  const toggle = at.closest("[data-toggle]");
  if (toggle) {
    const letter = toggle.getAttribute("data-toggle") ?? "";
    if (!bad.delete(letter)) bad.add(letter);
    return applySetup();
  }
  const first = at.closest("[data-pick]");
  if (first) {
    pick(first.getAttribute("data-pick"));
    // Whoever picks by a key goes on by keys; a pointer goes where it likes.
    if (event.detail === 0 && picked !== null) focusOpen();
    return;
  }
  if (at.closest("[data-act]")) picked = null;
});

/** The piece that is dragged, and whether it has moved. @type {{ from: Element, x: number, y: number, moved: boolean } | null} */
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const from = event.target instanceof Element ? event.target.closest(".piece[data-pick], .piece[data-toggle]") : null;
  drag = from && event.isPrimary ? { from, x: event.clientX, y: event.clientY, moved: false } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.moved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
  drag.moved = true;
  document.documentElement.classList.add("dragging");
  const group = drag.from.getAttribute("data-pick");
  if (group && picked !== group) pick(group);
});

document.addEventListener("pointerup", (event) => {
  const dragged = drag;
  drag = null;
  document.documentElement.classList.remove("dragging");
  if (!dragged?.moved) return;
  // The click that follows a drag is no click.
  const swallow = (/** @type {Event} */ click) => click.isTrusted && click.stopPropagation();
  document.addEventListener("click", swallow, { capture: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
  const over = document.elementFromPoint(event.clientX, event.clientY);
  const from = dragged.from.getAttribute("data-toggle");
  const to = over?.closest("[data-toggle]")?.getAttribute("data-toggle");
  if (from && to && from !== to && bad.has(from) !== bad.has(to)) {
    const [was, will] = bad.has(from) ? [from, to] : [to, from];
    bad.delete(was);
    bad.add(will);
    return applySetup();
  }
  const target = over?.closest(".target[data-act]");
  if (target) press(target);
});

document.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || !(at instanceof Element)) return;
  const isTyping = at.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape" && picked !== null) {
    const first = document.querySelector(`[data-pick="${CSS.escape(picked)}"]`);
    pick(null);
    if (first instanceof SVGElement || first instanceof HTMLElement) first.focus();
    return;
  }
  if (at.matches("g[role=button], g[role=checkbox]") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    press(at);
    return;
  }
  if (event.key.startsWith("Arrow") && at.closest("[data-roving]")) {
    const next = neighbour(at, event.key);
    if (next instanceof SVGElement || next instanceof HTMLElement) {
      event.preventDefault();
      next.focus();
    }
    return;
  }
  if (isTyping || event.key.length !== 1 || document.documentElement.dataset.keys === "off") return;
  const named = [...document.querySelectorAll(`[data-key="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`)].filter(isShown);
  // What can be pressed comes before what can only be gone to.
  const target = named.find((element) => element.matches("button")) ?? named[0]?.querySelector("[tabindex='0']") ?? named[0];
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  if (target.matches("button")) target.click();
  else target.focus();
});

// The tab stop of a group is where the focus was last.
document.addEventListener("focusin", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  const group = at?.closest("[data-roving]");
  if (!at || !group || at.getAttribute("tabindex") !== "-1") return;
  for (const stop of group.querySelectorAll("[tabindex='0']")) stop.setAttribute("tabindex", "-1");
  at.setAttribute("tabindex", "0");
});

// What a place yields is told under the board, by pointer and by focus alike.
for (const kind of ["focusin", "pointerover"]) {
  document.addEventListener(kind, (event) => {
    const tip = document.querySelector("[data-tip]");
    const at = event.target instanceof Element ? event.target.closest("#board [aria-label][role=button], #board [aria-label][role=checkbox]") : null;
    if (tip) tip.textContent = at?.getAttribute("aria-label") ?? "";
  });
}

// Calm motion: a ghost slides to where it went, and what has changed settles once. Pieces are replaced as a
// whole, so that what moved is found by comparing with what stood there before.
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
/** Where things stood, in the units of their drawing. @type {Map<string, { x: number, y: number }>} */
const stood = new Map();
/** What watched things said. @type {Map<string, string>} */
const said = new Map();

function settle() {
  for (const ghost of document.querySelectorAll("#board [data-at]")) {
    const [x, y] = (ghost.getAttribute("data-at") ?? "0 0").split(" ").map(Number);
    const was = stood.get(ghost.id);
    stood.set(ghost.id, { x, y });
    if (!was || (was.x === x && was.y === y) || isStill.matches) continue;
    const from = `translate(${was.x - x}px, ${was.y - y}px)`;
    ghost.animate([{ transform: from }, { transform: "none" }], { duration: 260, easing: "cubic-bezier(.3, 1.25, .5, 1)" });
  }
  for (const element of document.querySelectorAll("[data-watch]")) {
    const name = element.id || (element.getAttribute("class") ?? "");
    const now = element.getAttribute("data-watch") ?? "";
    const was = said.get(name);
    said.set(name, now);
    if (was === undefined || was === now || isStill.matches) continue;
    // An offer stays where it is: what moves in a panel that scrolls gives it a bar for a moment, and the
    // buttons under it lie elsewhere than when somebody aimed.
    const steps = element.matches(".offer")
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [{ transform: "rotate(-20deg) scale(1.18)" }, { transform: "rotate(8deg)" }, { transform: "none" }];
    element.animate(steps, { duration: element.matches(".offer") ? 180 : 420, easing: "cubic-bezier(.2, .7, .2, 1)" });
  }
}

// Zoom: by the wheel with Ctrl, by two fingers, back by a double click or tap.
/** What is shown of the board, or nothing for all of it. @type {{ x: number, y: number, width: number, height: number } | null} */
let shown = null;
/** The fingers on the board. @type {Map<number, { x: number, y: number }>} */
const fingers = new Map();

/** @returns {SVGSVGElement | null} */
const drawing = () => document.querySelector("#board svg.board");

function applyZoom() {
  const svg = drawing();
  if (!svg) return;
  svg.dataset.all ??= svg.getAttribute("viewBox") ?? "";
  svg.setAttribute("viewBox", shown ? `${shown.x} ${shown.y} ${shown.width} ${shown.height}` : svg.dataset.all);
}

/** Zooms by a factor around a point of the screen. @param {number} factor @param {number} clientX @param {number} clientY */
function zoom(factor, clientX, clientY) {
  const svg = drawing();
  const grid = svg?.getScreenCTM()?.inverse();
  if (!svg || !grid) return;
  const point = new DOMPoint(clientX, clientY).matrixTransform(grid);
  const [x, y, width, height] = (svg.dataset.all ?? "").split(" ").map(Number);
  const now = shown ?? { x, y, width, height };
  const wide = Math.min(width, Math.max(width / 4, now.width / factor));
  const scale = wide / now.width;
  shown = { x: point.x - (point.x - now.x) * scale, y: point.y - (point.y - now.y) * scale, width: wide, height: now.height * scale };
  if (wide >= width) shown = null;
  applyZoom();
}

document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !(event.target instanceof Element) || !event.target.closest("#board svg.board")) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
}, { passive: false });

document.addEventListener("dblclick", (event) => {
  if (!shown || !(event.target instanceof Element) || !event.target.closest("#board svg.board")) return;
  shown = null;
  applyZoom();
});

document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && event.target.closest("#board svg.board")) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
document.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before || fingers.size !== 2) return;
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
  const apart = (/** @type {{ x: number, y: number }} */ point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
  const now = { x: event.clientX, y: event.clientY };
  zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  fingers.set(event.pointerId, now);
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => event instanceof PointerEvent && fingers.delete(event.pointerId));
}

/** Brings a table that was replaced back to what was picked and drafted. */
function refresh() {
  applyPick();
  applySetup();
  applyZoom();
  settle();
  for (const list of document.querySelectorAll("[data-scroll-end]")) {
    if (!(list instanceof HTMLElement) || list.dataset.scrolled === String(list.childElementCount)) continue;
    list.dataset.scrolled = String(list.childElementCount);
    // What stands above it may still grow.
    requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
  }
}

// Words that change within an element (a clock, a hint) leave the table as it is.
const changes = new MutationObserver((found) => {
  if (found.some((change) => [...change.addedNodes].some((node) => node instanceof Element))) refresh();
});
changes.observe(document.body, { childList: true, subtree: true });
// Who renews pieces in place says so; what was noticed of it by then is the same news.
document.addEventListener("renewed", () => {
  changes.takeRecords();
  refresh();
});
refresh();
