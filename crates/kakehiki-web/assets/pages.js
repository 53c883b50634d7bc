// What all pages do: menu, theme, language, beginning games, and the games of this browser.
import { api } from "./session.js";

const root = document.documentElement;

/** Keeps a choice that carries no authority.
 * @param {string} name
 * @param {string} value */
function keep(name, value) {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Strict`;
}

/** Fills the gaps of a sentence that the server wrote: `{name}`.
 * @param {string | undefined} words
 * @param {Record<string, string | number>} values */
export function fill(words, values) {
  return (words ?? "").replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/** Copies a text and says so on the button.
 * @param {HTMLElement} button
 * @param {string} text */
export async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = button.dataset.copied ?? before;
  setTimeout(() => { button.textContent = before; }, 1500);
}

// --- games of this browser ---------------------------------------------------------------------

const GAMES = "kakehiki.games";

/** A game of this browser: the tokens of its own seats, joined by commas, and who sits elsewhere.
 * @typedef {{game: string, token: string, place: number, others: string[], at: number}} Kept */

/** @returns {Record<string, Kept>} */
function keptGames() {
  try {
    return JSON.parse(localStorage.getItem(GAMES) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {(games: Record<string, Kept>) => void} change */
function changeKept(change) {
  const games = keptGames();
  change(games);
  localStorage.setItem(GAMES, JSON.stringify(games));
}

/** The address of a seat's table.
 * @param {string} id
 * @param {string | undefined} token */
function tableAddress(id, token) {
  return `/table/${id}${token ? `#t=${token}` : ""}`;
}

/** Begins a match and keeps the tokens of the seats that are taken here.
 * @param {any} order
 * @param {boolean} [hot] whether all people share this device */
async function begin(order, hot) {
  const made = await api("POST", "/api/v1/matches", order);
  const people = [...order.seats.keys()].filter((place) => order.seats[place].kind === "person");
  const own = hot ? people : people.slice(0, 1);
  const token = own.map((place) => made.seats[place].token).join(",");
  if (token) {
    const others = [...order.seats.entries()]
      .filter(([place]) => !own.includes(place))
      .map(([, seat]) => (seat.kind === "agent" ? seat.agent.split("(")[0] : seat.name ?? ""));
    keepGame(made.id, { game: order.game, token, place: own[0], others, at: Date.now() });
  }
  return { made, token, people };
}

/** @param {string} id
 * @param {Kept} kept */
export function keepGame(id, kept) {
  changeKept((games) => { games[id] = kept; });
}

/** @param {HTMLElement} near
 * @param {unknown} error */
function showProblem(near, error) {
  const text = error instanceof Error ? error.message : String(error);
  const place = near.closest("form")?.querySelector("[data-problem]");
  if (place instanceof HTMLElement) {
    place.textContent = fill(place.dataset.bad ?? "{problem}", { problem: text });
    place.hidden = false;
    return;
  }
  const toast = document.createElement("div");
  toast.className = "toast toast--fixed";
  toast.setAttribute("role", "alert");
  toast.textContent = text;
  document.body.append(toast);
  setTimeout(() => toast.remove(), 6000);
}

document.addEventListener("click", async (event) => {
  if (!(event.target instanceof Element)) return;
  const target = /** @param {string} what */ (what) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(what));
  const beginner = target("[data-begin]");
  if (beginner) {
    beginner.setAttribute("aria-busy", "true");
    try {
      const order = JSON.parse(beginner.dataset.begin ?? "{}");
      const pace = document.querySelector("[data-watch-pace]");
      if (pace instanceof HTMLSelectElement) order.pace = pace.value;
      const { made, token } = await begin(order);
      location.assign(tableAddress(made.id, token));
    } catch (error) {
      beginner.removeAttribute("aria-busy");
      showProblem(beginner, error);
    }
    return;
  }
  const menu = target("[data-menu]");
  if (menu) {
    const nav = document.getElementById(menu.dataset.menu ?? "");
    const isOpen = nav?.classList.toggle("nav--open") ?? false;
    menu.setAttribute("aria-expanded", String(isOpen));
  }
  if (target("[data-theme-switch]")) {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    keep("theme", root.dataset.theme);
  }
  const language = target("[data-language]");
  if (language) {
    event.preventDefault();
    keep("lang", language.dataset.language ?? "en");
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    history.replaceState(null, "", address);
    location.reload();
  }
  const opener = target("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog ?? "");
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  }
  const why = target("[data-why]");
  const answer = why?.closest(".panel")?.querySelector(".why");
  if (why && answer) {
    // At a table it is asked about now, in a replay about the position that is shown.
    const replay = /** @type {HTMLElement | null} */ (document.querySelector("[data-replay]"));
    const id = document.body.dataset.match ?? replay?.dataset.replay ?? "";
    const query = new URLSearchParams({ seat: why.dataset.thinker ?? "", fact: why.dataset.why ?? "", lang: root.lang });
    if (replay?.dataset.at) query.set("at", replay.dataset.at);
    const told = await fetch(`/replay/${id}/why?${query}`);
    answer.innerHTML = told.ok ? await told.text() : "";
  }
  const copier = target("[data-copy]");
  if (copier) {
    const field = copier.parentElement?.querySelector("input");
    if (field) await copy(copier, field.value);
  }
});

// --- setting up a game -------------------------------------------------------------------------

/** @param {HTMLFormElement} form */
function setUp(form) {
  const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-seat]")]);
  const players = form.dataset.players;
  const count = /** @type {HTMLInputElement | null} */ (
    players ? form.querySelector(`[data-option="${players}"]`) : null);

  const arrange = () => {
    const seats = count ? Number(count.value) : rows.length;
    rows.forEach((row, place) => {
      row.hidden = place >= seats;
      const kind = /** @type {HTMLSelectElement} */ (row.querySelector("[data-kind]")).value;
      for (const field of row.querySelectorAll("[data-for]")) {
        const kinds = /** @type {HTMLElement} */ (field).dataset.for?.split(" ") ?? [];
        /** @type {HTMLElement} */ (field).hidden = !kinds.includes(kind);
      }
    });
  };
  form.addEventListener("input", arrange);
  form.addEventListener("change", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLElement)) return;
    const row = field.closest("[data-seat]");
    const name = /** @type {HTMLInputElement | null} */ (row?.querySelector("[data-agent]") ?? null);
    const style = /** @type {HTMLSelectElement | null} */ (row?.querySelector("[data-style]") ?? null);
    if (name && style && field === style && style.value) name.value = style.value;
    if (name && style && field === name) {
      style.value = [...style.options].some((it) => it.value === name.value) ? name.value : "";
    }
  });
  arrange();

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const text = /** @param {string} name */ (name) => String(data.get(name) ?? "");
    /** @type {Record<string, string>} */
    const options = {};
    for (const field of form.querySelectorAll("[data-option]")) {
      const { option, default: usual } = /** @type {HTMLElement} */ (field).dataset;
      const value = /** @type {HTMLInputElement} */ (field).value;
      if (option && value !== usual) options[option] = value;
    }
    const seats = rows.filter((row) => !row.hidden).map((row) => {
      const place = row.dataset.seat;
      const kind = text(`kind-${place}`);
      return kind === "agent"
        ? { kind, agent: text(`agent-${place}`) }
        : { kind, name: text(`name-${place}`) };
    });
    const [clock, time] = text("clock").split(":");
    const order = {
      game: form.dataset.game, options, seats, pace: text("pace"), practice: data.has("practice"),
      ...(text("seed") ? { seed: Number(text("seed")) } : {}),
      ...(time ? { clock: { [clock]: Number(time) } } : {}),
    };
    try {
      const hot = data.has("hot-seat");
      const { made, token, people } = await begin(order, hot);
      const isAlone = people.length <= 1 && seats.every((seat) => seat.kind !== "program");
      if (isAlone || hot) {
        location.assign(tableAddress(made.id, token));
      } else {
        invite(form, made, seats);
      }
    } catch (error) {
      showProblem(form.querySelector("button") ?? form, error);
    }
  });
}

/** Shows the links of all seats that people and programs take.
 * @param {HTMLFormElement} form
 * @param {any} made
 * @param {{kind: string, name?: string}[]} seats */
function invite(form, made, seats) {
  const panel = form.querySelector("#invite");
  const list = panel?.querySelector("[data-links]");
  const template = panel?.querySelector("template");
  if (!(panel instanceof HTMLElement) || !list || !template) return;
  list.replaceChildren();
  for (const [place, seat] of made.seats.entries()) {
    if (!seat.token) continue;
    const row = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const isPerson = seats[place].kind === "person";
    const name = seats[place].name ?? "";
    const link = isPerson ? location.origin + tableAddress(made.id, seat.token) : seat.token;
    const words = isPerson ? template.dataset.person : template.dataset.program;
    /** @type {HTMLElement} */ (row.querySelector("[data-name]")).textContent = fill(words, { name });
    /** @type {HTMLInputElement} */ (row.querySelector("[data-link]")).value = link;
    const open = /** @type {HTMLAnchorElement} */ (row.querySelector("[data-open]"));
    open.hidden = !isPerson;
    if (isPerson) open.href = link;
    list.append(row);
  }
  panel.hidden = false;
  panel.scrollIntoView({ block: "nearest" });
}

// --- games to go on with -----------------------------------------------------------------------

/** @param {string} game */
function gameName(game) {
  const known = document.querySelector(`#game-names option[value="${CSS.escape(game)}"]`);
  return known?.getAttribute("label") ?? game;
}

/** @param {HTMLElement} section */
async function showContinue(section) {
  const list = section.querySelector("[data-games]");
  const template = section.querySelector("template");
  if (!list || !template) return;
  const games = Object.entries(keptGames()).sort((one, other) => other[1].at - one[1].at);
  for (const [id, kept] of games) {
    const token = kept.token.split(",")[0];
    /** @type {any} */
    let state;
    try {
      state = await api("GET", `/api/v1/matches/${id}?seat=P${kept.place}`, undefined, token);
    } catch {
      continue;
    }
    if (state.outcome) {
      changeKept((all) => { delete all[id]; });
      continue;
    }
    const row = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const others = kept.others.join(template.dataset.listed);
    const words = others ? template.dataset.row : template.dataset.alone;
    const find = /** @param {string} what */ (what) => /** @type {HTMLElement} */ (row.querySelector(what));
    find("[data-name]").textContent = fill(words, { game: gameName(kept.game), others });
    find("[data-state]").textContent =
      (state.menu ? template.dataset.yours : template.dataset.theirs) ?? "";
    /** @type {HTMLAnchorElement} */ (find("[data-open]")).href = tableAddress(id, kept.token);
    const icon = kept.game === "catan" ? "catan" : kept.game.endsWith("geister") ? "geister" : "other";
    find(`[data-icon="${icon}"]`).hidden = false;
    const item = find("li");
    find("[data-forget]").addEventListener("click", () => {
      changeKept((all) => { delete all[id]; });
      item.remove();
    });
    list.append(row);
    section.querySelector("[data-empty]")?.setAttribute("hidden", "");
  }
}

// --- the wall ----------------------------------------------------------------------------------

/** @param {HTMLElement} wall */
function keepWall(wall) {
  const address = `/watch/wall${wall.dataset.game ? `?game=${wall.dataset.game}` : ""}`;
  const refresh = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(address);
        const next = document.createElement("div");
        next.innerHTML = await answer.text();
        // Only what changed is replaced, so that a focus stays where it is.
        const old = new Map([...wall.children].map((tile) => [tile.id, tile]));
        const tiles = [...next.children].map((tile) => {
          const known = tile.id ? old.get(tile.id) : undefined;
          if (!known || known.contains(document.activeElement)) return known ?? tile;
          return known.isEqualNode(tile) ? known : tile;
        });
        wall.replaceChildren(...tiles);
      } catch {
        // The server is away for a moment; the next round asks again.
      }
    }
    setTimeout(refresh, 1000);
  };
  setTimeout(refresh, 1000);
}

// --- a sound, where it is wanted ---------------------------------------------------------------

/** Strikes a small bell: two soft tones, made here. */
function strike() {
  const audio = new AudioContext();
  for (const [pitch, begin] of [[659, 0], [880, 0.11]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
    const loudness = new GainNode(audio, { gain: 0 });
    const at = audio.currentTime + begin;
    loudness.gain.linearRampToValueAtTime(0.12, at + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
  setTimeout(() => audio.close(), 1000);
}

if (document.body.dataset.match && root.dataset.sound === "on") {
  new MutationObserver((changes) => {
    // Only when it becomes one's turn, not at every step of it.
    if (root.dataset.called === "true" && changes.some((it) => it.oldValue === "false")) strike();
  }).observe(root, { attributeFilter: ["data-called"], attributeOldValue: true });
}

// --- what this page has ------------------------------------------------------------------------

const form = document.getElementById("new-game");
if (form instanceof HTMLFormElement) setUp(form);
const toContinue = document.getElementById("continue");
if (toContinue) showContinue(toContinue);
const wall = document.getElementById("wall");
if (wall) keepWall(wall);
