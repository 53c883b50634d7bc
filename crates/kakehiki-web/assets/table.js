// The table: it is connected, shows what changes, and sends what is played.
//
// The server draws; the pieces go into their elements by id. An act is sent with a name of its own until
// it is answered, so that it is taken once however often the line breaks.

import { replacePieces } from "./pieces.js";
import { owner, seatTokens } from "./session.js";

/**
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {{ client_id: string, seen_seq: number, action: string }} Act
 */

const root = document.documentElement;
const match = document.body.dataset.match ?? "";
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const LONGEST_FRAME = 250;

/** @param {string} selector @returns {HTMLElement | null} */
const one = (selector) => document.querySelector(selector);

/** @param {number} [length] @returns {string} a name that no other act has */
function freshName(length = 12) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A piece whose beginning and end stay. @param {string} before @param {[number, number]} keep @param {string} html */
function patched(before, [head, tail], html) {
  return before.slice(0, head) + html + before.slice(before.length - tail);
}

/** One line to the server, for one seat or for somebody who looks on. */
class Line {
  /** @param {string | null} token @param {boolean} isOwner */
  constructor(token, isOwner) {
    this.token = token;
    this.isOwner = isOwner;
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    this.seq = 0;
    /** How far the table on the screen is. */
    this.shownSeq = 0;
    this.wait = FIRST_WAIT;
    this.isCalled = false;
    this.isOver = false;
    /** Whether the last act may be taken back, or why not. @type {string | null} */
    this.undo = null;
    /** Whose time runs, until when, and what is left to each. @type {{ seat: string | null, until: number | null, left: (number | null)[] } | null} */
    this.clock = null;
    this.name = "";
    /** @type {string | null} */
    this.seat = null;
    /** @type {string | null} */
    this.asked = null;
    this.pace = "";
    this.isOpen = false;
    /** Acts that have not been answered. @type {Map<string, Act>} */
    this.unanswered = new Map();
    /** @type {object | null} */
    this.view = null;
    this.state = "connecting";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/v1/matches/${encodeURIComponent(match)}/socket`;
    const socket = new WebSocket(`${address}?lang=${encodeURIComponent(root.lang || "en")}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      const token = this.token ?? (this.isOwner ? owner() : null);
      this.send({ type: "hello", ...(token ? { token } : {}), ...(this.seq > 0 ? { last_seq: this.seq } : {}) });
      if (this.view) this.send(this.view);
      for (const act of this.unanswered.values()) this.send({ type: "act", ...act });
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost());
  }

  lost() {
    this.socket = null;
    this.setState("lost");
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    setTimeout(() => this.connect(), wait);
  }

  /** @param {string} state */
  setState(state) {
    this.state = state;
    table.showConnection();
  }

  /** @param {object} message @returns {boolean} whether it went out */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {string} action */
  act(action) {
    const client_id = freshName();
    const act = { client_id, seen_seq: this.shownSeq, action };
    this.unanswered.set(client_id, act);
    this.send({ type: "act", ...act });
    table.showPending();
  }

  /** Takes the last act back. */
  takeBack() {
    this.send({ type: "undo", client_id: freshName(), seen_seq: this.shownSeq });
  }

  /** @param {any} message */
  hear(message) {
    switch (message.type) {
      case "welcome":
        this.seat = message.seat;
        this.name = message.name ?? "";
        this.isOpen = message.open;
        this.pace = typeof message.pace === "string" ? message.pace : "";
        break;
      case "snapshot":
      case "push":
        if (message.type === "snapshot") this.pieces.clear();
        for (const piece of message.fragments) {
          if (piece.keep) piece.html = patched(this.pieces.get(piece.id) ?? "", piece.keep, piece.html);
          this.pieces.set(piece.id, piece.html);
        }
        this.seq = message.seq;
        this.asked = message.asked;
        this.isCalled = message.called;
        this.isOver = message.over;
        this.undo = message.undo ?? null;
        this.wait = FIRST_WAIT;
        this.state = "open";
        table.changed(this, message.fragments);
        break;
      case "thinking":
        table.thinking(this, message.seat);
        break;
      case "clock": {
        const { seat, time, left } = message;
        this.clock = { seat, until: time === null ? null : performance.now() + time, left };
        table.showClock();
        break;
      }
      case "ok":
        this.unanswered.delete(message.client_id);
        table.showPending();
        talk.taken(message.client_id);
        break;
      case "refused":
        this.unanswered.delete(message.client_id);
        table.refused(this, message);
        break;
      default:
        break;
    }
  }
}

/** Says things to those who listen instead of looking: at most one a second. */
const speaker = {
  /** @type {string | null} */
  next: null,
  isResting: false,
  /** @param {string} text */
  say(text) {
    this.next = text.replace(/\s+/g, " ").trim();
    if (!this.isResting) this.speak();
  },
  speak() {
    const live = one("#live");
    if (!live || !this.next) return;
    live.textContent = this.next;
    this.next = null;
    this.isResting = true;
    setTimeout(() => {
      this.isResting = false;
      this.speak();
    }, 1000);
  },
};

const table = {
  /** @type {Line[]} */
  lines: [],
  shown: 0,
  wasCalled: false,
  wasOver: false,

  /** @returns {Line} the line whose table is shown */
  get line() {
    return this.lines[this.shown];
  },

  start() {
    const tokens = seatTokens(match);
    this.lines = tokens.length > 0 ? tokens.map((token) => new Line(token, false)) : [new Line(null, true)];
  },

  /** What has come since the last change was shown and before it was painted. @type {{ pieces: Map<string, string>, isNews: boolean } | null} */
  waiting: null,

  /**
   * Shows what has changed. What comes before that is on the screen waits until it is: to lay a page out
   * twice for one picture takes twice as long, and an own move would be seen only with the answer to it.
   * @param {Line} line @param {Piece[]} pieces
   */
  changed(line, pieces) {
    if (line !== this.line) return this.offerToPass();
    if (this.waiting) {
      this.waiting.isNews = true;
      for (const { id, html } of pieces) this.waiting.pieces.set(id, html);
      return;
    }
    delete root.dataset.thinking;
    replacePieces(pieces);
    this.show();
    this.offerToPass();
    // A page that nobody sees is not painted.
    if (document.hidden) return;
    const waiting = { pieces: new Map(), isNews: false };
    this.waiting = waiting;
    const go = () => {
      if (this.waiting !== waiting) return;
      this.waiting = null;
      if (waiting.isNews) this.changed(this.line, [...waiting.pieces].map(([id, html]) => ({ id, html })));
    };
    requestAnimationFrame(() => setTimeout(go));
    // Frames stop when a page goes out of sight.
    setTimeout(go, LONGEST_FRAME);
  },

  /** Brings everything beside the pieces up to date. */
  show() {
    const line = this.line;
    line.shownSeq = line.seq;
    root.dataset.seq = String(line.seq);
    root.dataset.called = String(line.isCalled);
    root.dataset.over = String(line.isOver);
    if (line.seat) root.dataset.seat = line.seat;
    this.showConnection();
    this.showPending();
    const spectator = one("[data-spectator]");
    if (spectator) spectator.hidden = line.seat !== null;
    for (const after of document.querySelectorAll("[data-after-end]")) {
      if (after instanceof HTMLElement) after.hidden = !(line.isOver || line.isOpen);
    }
    const next = one("[data-next]");
    if (next) next.hidden = line.pace !== "step" || line.isOver;
    const pace = one("select[data-pace]");
    if (pace instanceof HTMLSelectElement && line.pace && document.activeElement !== pace) pace.value = line.pace;
    const undo = one("[data-undo]");
    if (undo) {
      const reason = line.undo === "may" ? null : undo.getAttribute(`data-why-${line.undo}`);
      undo.hidden = line.undo === null;
      undo.title = reason ?? "";
      if (reason) undo.setAttribute("aria-disabled", "true");
      else undo.removeAttribute("aria-disabled");
    }
    const talking = one("form[data-say]");
    if (talking) talking.hidden = line.undo === null;
    this.showClock();
    if (line.isOver && !this.wasOver) speaker.say(one("#status")?.textContent ?? "");
    else if (line.isCalled && !this.wasCalled) speaker.say(one("#prompt")?.textContent ?? "");
    this.wasCalled = line.isCalled;
    this.wasOver = line.isOver;
    if (line.isCalled && document.hidden) document.title = `● ${document.title.replace(/^● /, "")}`;
  },

  showConnection() {
    const line = this.line;
    if (!line) return;
    root.dataset.conn = line.state;
    const chip = one("[data-connection]");
    if (!chip) return;
    chip.dataset.state = line.state;
    const words = chip.querySelector("[data-words]");
    const text = chip.getAttribute(`data-${line.state}`);
    if (words && text && words.textContent !== text) words.textContent = text;
  },

  /** Writes down what is left to whoever is asked; a clock that nobody set is not there. */
  showClock() {
    const chip = one("[data-clock]");
    const clock = this.line?.clock;
    if (!chip || !clock) return;
    chip.hidden = this.line.isOver || clock.until === null;
    if (clock.until === null) return;
    const seconds = Math.max(0, Math.ceil((clock.until - performance.now()) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const words = chip.querySelector("[data-time]");
    if (words && words.textContent !== text) words.textContent = text;
    const who = chip.querySelector("[data-who]");
    const place = clock.seat === null ? "" : String.fromCharCode(65 + Number(clock.seat.slice(1)));
    if (who && who.textContent !== place) who.textContent = place;
    chip.dataset.short = String(seconds <= 10);
  },

  showPending() {
    root.dataset.pending = String((this.line?.unanswered.size ?? 0) > 0);
  },

  /** @param {Line} line @param {string | null} seat */
  thinking(line, seat) {
    if (line !== this.line) return;
    root.dataset.thinking = seat ?? "";
  },

  /** @param {Line} line @param {{ code: string, text: string }} message */
  refused(line, { code, text }) {
    this.showPending();
    if (line === this.line) this.notice(code, document.body.getAttribute(`data-refused-${code}`) ?? text);
  },

  /** @param {string} code @param {string} text */
  notice(code, text) {
    let notice = one("#refused");
    if (!notice) {
      notice = document.createElement("div");
      notice.id = "refused";
      notice.className = "toast";
      notice.setAttribute("role", "alert");
      document.body.append(notice);
    }
    notice.dataset.code = code;
    notice.textContent = text;
    notice.hidden = false;
    clearTimeout(Number(notice.dataset.timer));
    notice.dataset.timer = String(setTimeout(() => (notice.hidden = true), 6000));
  },

  /** Where people share a device: hides the table until whoever is asked has taken it. */
  offerToPass() {
    if (this.lines.length < 2 || this.line.isCalled) return;
    const index = this.lines.findIndex((line) => line.isCalled);
    const screen = one("#pass");
    if (index < 0 || !screen) return;
    const name = this.lines[index].name;
    const heading = one("#pass-heading");
    const button = screen.querySelector("[data-pass]");
    if (heading) heading.textContent = (screen.dataset.heading ?? "{name}").replace("{name}", name);
    if (button instanceof HTMLElement) {
      button.textContent = (screen.dataset.ready ?? "{name}").replace("{name}", name);
      button.dataset.pass = String(index);
    }
    if (screen.hidden) {
      screen.hidden = false;
      for (const id of this.line.pieces.keys()) document.getElementById(id)?.replaceChildren();
      if (button instanceof HTMLElement) button.focus();
    }
  },

  /** @param {number} index */
  pass(index) {
    const screen = one("#pass");
    if (screen) screen.hidden = true;
    this.shown = index;
    this.waiting = null;
    replacePieces([...this.line.pieces].map(([id, html]) => ({ id, html })));
    this.show();
  },
};

document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (!at || !table.line) return;
  const pass = at.closest("[data-pass]");
  if (pass) return table.pass(Number(pass.getAttribute("data-pass")));
  const act = at.closest("[data-act]");
  if (act && !act.matches(":disabled, [aria-disabled=true]")) {
    const action = act.getAttribute("data-act");
    // One act at a time: a second click on the way means the first.
    if (action && table.line.unanswered.size === 0) {
      const remark = act.getAttribute("data-remark");
      if (remark) table.line.send({ type: "say", client_id: freshName(), text: remark });
      table.line.act(action);
    }
    return;
  }
  const ask = at.closest("[data-ask]");
  if (ask && !ask.matches(":disabled")) {
    table.line.send({ type: "ask", client_id: freshName(), draft: ask.getAttribute("data-ask") ?? "" });
    return;
  }
  const undo = at.closest("[data-undo]");
  if (undo instanceof HTMLElement) {
    if (undo.matches("[aria-disabled=true]")) table.notice("stands", undo.title);
    else table.line.takeBack();
    return;
  }
  if (at.closest("[data-next]")) return void table.line.send({ type: "next" });
  if (at.closest("[data-cut]")) return void table.line.send({ type: "cut-short" });
  const overlay = at.closest("[data-overlay]");
  if (overlay) {
    const isOn = overlay.getAttribute("aria-pressed") !== "true";
    overlay.setAttribute("aria-pressed", String(isOn));
    table.line.view = isOn ? { type: "view", overlay: true } : null;
    table.line.send(table.line.view ?? { type: "view" });
  }
});

document.addEventListener("change", (event) => {
  const at = event.target;
  if (at instanceof HTMLSelectElement && at.matches("[data-pace]")) {
    table.line.pace = at.value;
    table.line.send({ type: "pace", pace: at.value });
    table.show();
  }
});

/** What is said in own words: the field is emptied when the words have arrived. */
const talk = {
  /** @type {{ name: string, text: string } | null} */
  sent: null,

  /** @param {HTMLFormElement} form */
  say(form) {
    const field = form.elements.namedItem("words");
    if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
    this.sent = { name: freshName(), text: field.value };
    table.line.send({ type: "say", client_id: this.sent.name, text: field.value });
  },

  /** @param {string} name */
  taken(name) {
    const field = one("form[data-say] input");
    if (this.sent?.name !== name || !(field instanceof HTMLInputElement)) return;
    if (field.value === this.sent.text) field.value = "";
    this.sent = null;
  },
};

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches("[data-say]")) return;
  event.preventDefault();
  talk.say(event.target);
});

setInterval(() => table.showClock(), 250);

// Forms of drafts are filled by their own scripts and send through their buttons, never by the browser.
document.addEventListener("submit", (event) => {
  if (event.target instanceof HTMLFormElement && event.target.matches("[data-draft]")) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = document.title.replace(/^● /, "");
});

root.dataset.conn = "connecting";
root.dataset.seq = "0";
if (match) table.start();
