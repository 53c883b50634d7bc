// Drafts of offers, counter-offers, discards and statements; the tabs of the negotiation panel, its
// filters, and rules that refuse for their player. Drafts stay in the browser until they are sent: a
// complete draft puts its action on its send button, and whoever sends actions listens for the click.

/** What is drafted, by the kind and version of the draft. @type {Map<string, Map<string, number>>} */
const drafts = new Map();
/** What is chosen beside the numbers. */
const chosen = { tab: "offers", filter: "all", /** @type {Map<string, boolean>} */ to: new Map(), say: "", reason: "" };
/** The offer that was refused by a rule, or that the player wants to keep. */
let handled = "";

/** @param {Element} element @param {string} name */
const read = (element, name) => element.getAttribute(name) ?? "";
/** What stays as it is costs nothing. @param {Element} element @param {string} name @param {string} value */
const write = (element, name, value) => read(element, name) === value || element.setAttribute(name, value);
/** @param {Element} form */
const nameOf = (form) => `${read(form, "data-draft")} ${read(form, "data-version")}`;
/** @param {Element} step */
const unitOf = (step) => `${read(step, "data-side")} ${read(step, "data-unit")}`;

/** @param {Element} form @returns {Map<string, number>} */
function valuesOf(form) {
  let values = drafts.get(nameOf(form));
  if (!values) {
    for (const old of drafts.keys()) if (old.startsWith(`${read(form, "data-draft")} `)) drafts.delete(old);
    values = new Map();
    for (const step of form.querySelectorAll("[data-step]")) values.set(unitOf(step), Number(read(step, "data-start")));
    drafts.set(nameOf(form), values);
  }
  return values;
}

/** @param {Element} step @param {number} value */
function setStep(step, value) {
  const form = step.closest("form");
  if (!form) return;
  const values = valuesOf(form);
  const bounded = Math.max(0, Math.min(Number(read(step, "data-most")), value));
  values.set(unitOf(step), bounded);
  // Nobody gives and gets the same thing.
  const side = read(step, "data-side");
  if (bounded > 0 && side !== "cards") values.set(`${side === "give" ? "get" : "give"} ${read(step, "data-unit")}`, 0);
  applyForm(form);
}

/** How many more of a good are got than given. @param {Element} net */
function netOf(net) {
  const form = net.closest("form");
  const values = form ? valuesOf(form) : new Map();
  const unit = read(net, "data-unit");
  return (values.get(`get ${unit}`) ?? 0) - (values.get(`give ${unit}`) ?? 0);
}

/** Sets how many more are got than given: one side of the draft is then empty. @param {Element} net @param {number} value */
function setNet(net, value) {
  const form = net.closest("form");
  if (!form) return;
  const unit = read(net, "data-unit");
  const bounded = Math.max(Number(read(net, "aria-valuemin")), Math.min(Number(read(net, "aria-valuemax")), value));
  valuesOf(form).set(`get ${unit}`, Math.max(0, bounded)).set(`give ${unit}`, Math.max(0, -bounded));
  applyForm(form);
}

/** Writes a draft into the numbers that count both ways. @param {Element} form */
function applyNets(form) {
  for (const net of form.querySelectorAll("[data-net]")) {
    const value = netOf(net);
    const frame = net.closest(".nets");
    const words = value === 0 || !frame ? "0" : read(frame, value > 0 ? "data-get" : "data-give").replace("{n}", String(Math.abs(value)));
    const output = net.querySelector("output");
    if (output && output.textContent !== words) output.textContent = words;
    write(net, "aria-valuenow", String(value));
    write(net, "aria-valuetext", words);
    const unit = read(net, "data-unit");
    const start = [...form.querySelectorAll(`[data-step][data-unit="${CSS.escape(unit)}"]`)]
      .reduce((sum, step) => sum + (read(step, "data-side") === "get" ? 1 : -1) * Number(read(step, "data-start")), 0);
    net.classList.toggle("net--get", value > 0);
    net.classList.toggle("net--give", value < 0);
    net.classList.toggle("net--set", value !== start);
    /** @type {HTMLButtonElement} */ (net.querySelector("[data-less]")).disabled = value <= Number(read(net, "aria-valuemin"));
    /** @type {HTMLButtonElement} */ (net.querySelector("[data-more]")).disabled = value >= Number(read(net, "aria-valuemax"));
  }
}

/** What one side of a draft holds. @param {Element} form @param {string} side */
function goodsOf(form, side) {
  const values = valuesOf(form);
  const steps = [...form.querySelectorAll(`[data-step][data-side=${side}]`)];
  return steps.map((step) => ({
    unit: read(step, "data-unit"),
    name: read(step, "data-name"),
    count: values.get(unitOf(step)) ?? 0,
    start: Number(read(step, "data-start")),
  }));
}

/** @param {Element} form @param {{ unit: string, count: number }[]} goods */
function written(form, goods) {
  const parts = goods.filter((good) => good.count > 0).map((good) => (good.unit === "$" ? `$${good.count}` : good.unit.repeat(good.count)));
  return parts.join(read(form, "data-joint"));
}

/** Says one side in words, what was changed marked. @param {Element} place @param {ReturnType<typeof goodsOf>} goods @param {boolean} isCounter */
function inWords(place, goods, isCounter) {
  const named = goods.filter((good) => good.count > 0).map((good) => {
    const text = read(place, "data-count-of").replace("{n}", String(good.count)).replace("{what}", good.name);
    const node = isCounter && good.count !== good.start ? document.createElement("ins") : document.createElement("span");
    node.textContent = text;
    return node;
  });
  const out = document.createElement("span");
  if (named.length === 0) out.textContent = read(place, "data-nothing");
  const [before, between] = read(place, "data-and").split(/\{first\}|\{last\}/);
  named.forEach((node, at) => {
    if (at > 0) out.append(at === named.length - 1 ? between : read(place, "data-comma") + (document.documentElement.lang === "en" ? " " : ""));
    else out.append(before);
    out.append(node);
  });
  return out;
}

/** @param {Element} form */
function applySentence(form) {
  const place = form.querySelector("[data-sentence]");
  if (!place) return;
  const isCounter = read(form, "data-draft") === "counter";
  const parts = read(place, "data-sentence").split(/(\{give\}|\{get\})/);
  const nodes = parts.map((part) => {
    if (part === "{give}") return inWords(place, goodsOf(form, "give"), isCounter);
    if (part === "{get}") return inWords(place, goodsOf(form, "get"), isCounter);
    return document.createTextNode(part);
  });
  place.replaceChildren(...nodes);
}

/** Writes a draft into its form: numbers, sentence, and the action of its send button. @param {Element} form */
function applyForm(form) {
  const kind = read(form, "data-draft");
  const values = valuesOf(form);
  for (const step of form.querySelectorAll("[data-step]")) {
    const value = values.get(unitOf(step)) ?? 0;
    const output = step.querySelector("output");
    if (output && output.textContent !== String(value)) output.textContent = String(value);
    write(step, "aria-valuenow", String(value));
    step.classList.toggle("step--0", value === 0);
    step.classList.toggle("step--set", value !== Number(read(step, "data-start")));
    /** @type {HTMLButtonElement | null} */ (step.querySelector("[data-less]")).disabled = value === 0;
    /** @type {HTMLButtonElement | null} */ (step.querySelector("[data-more]")).disabled = value >= Number(read(step, "data-most"));
  }
  applyNets(form);
  const send = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-send]"));
  if (!send) return;
  let action = "";
  let isChanged = false;
  if (kind === "discard") {
    const goods = goodsOf(form, "cards");
    const count = goods.reduce((sum, good) => sum + good.count, 0);
    const note = form.querySelector("[data-count]");
    const text = note ? read(note, "data-count-text").replace("#", String(count)) : "";
    if (note && note.textContent !== text) note.textContent = text;
    if (count === Number(read(form, "data-size"))) action = read(form, "data-template").replace("{cards}", written(form, goods));
  } else {
    for (const box of form.querySelectorAll("input[name=to]")) {
      if (!(box instanceof HTMLInputElement)) continue;
      const known = chosen.to.get(box.value);
      const wanted = known ?? !rules().has(`embargo:${read(box, "data-seat")}`);
      if (box.type === "checkbox" && box.checked !== wanted) box.checked = wanted;
      if (box.type === "radio" && known) box.checked = true;
      box.closest("label")?.classList.toggle("chip--on", box.checked);
    }
    const partners = [...form.querySelectorAll("input[name=to]:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value);
    const [give, get] = [written(form, goodsOf(form, "give")), written(form, goodsOf(form, "get"))];
    isChanged = [...goodsOf(form, "give"), ...goodsOf(form, "get")].some((good) => good.count !== good.start);
    const isComplete = give !== "" && get !== "" && (kind === "counter" || partners.length > 0);
    if (isComplete && (kind === "offer" || isChanged)) {
      action = read(form, "data-template").replace("{give}", give).replace("{get}", get).replace("{to}", partners.join(""));
    }
    applySentence(form);
    for (const element of form.querySelectorAll("[data-changed]")) element.toggleAttribute("hidden", !isChanged);
    for (const element of form.querySelectorAll("[data-plain]")) element.toggleAttribute("hidden", isChanged);
    for (const list of form.querySelectorAll("[data-predicted]")) list.toggleAttribute("hidden", read(list, "data-predicted") !== action);
  }
  send.disabled = action === "";
  if (action === "") delete send.dataset.act;
  else send.dataset.act = action;
  const asks = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-asks]"));
  if (asks) {
    asks.disabled = action === "";
    if (action === "") delete asks.dataset.ask;
    else asks.dataset.ask = action;
  }
}

/** @param {Element} form */
function applyStatement(form) {
  const select = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-statement]"));
  const send = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-send]"));
  if (!select || !send) return;
  if (select.value === "" && [...select.options].some((option) => option.value === chosen.say)) select.value = chosen.say;
  send.disabled = select.value === "";
  if (send.disabled) delete send.dataset.act;
  else send.dataset.act = select.value;
}

const place = () => `kakehiki-rules:${location.pathname}`;

/** The rules that hold at this table. @returns {Set<string>} */
function rules() {
  try {
    return new Set(JSON.parse(localStorage.getItem(place()) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** @param {Set<string>} kept */
function keepRules(kept) {
  try {
    localStorage.setItem(place(), JSON.stringify([...kept]));
  } catch {
    // Without a store the rules hold until the page is left.
  }
}

/** Refuses an offer that breaks a rule, after a moment in which the player may keep it. */
function applyRules() {
  const held = rules();
  for (const box of document.querySelectorAll("input[data-rule]")) {
    if (box instanceof HTMLInputElement) box.checked = held.has(read(box, "data-rule"));
  }
  const offer = document.querySelector("[data-incoming]");
  const form = offer?.querySelector("form");
  if (!offer) return;
  const name = `${read(offer, "data-from")} ${read(offer, "data-wants")} ${form ? nameOf(form) : ""}`;
  const breaks = held.has(`embargo:${read(offer, "data-from")}`)
    || (held.has("leader") && read(offer, "data-leader") === "true")
    || [...held].some((rule) => rule.startsWith("never:") && read(offer, "data-wants").includes(rule.slice(6)));
  const note = offer.querySelector("[data-auto]");
  const isOn = breaks && handled !== name && !document.documentElement.hasAttribute("data-replay");
  note?.toggleAttribute("hidden", !isOn);
  if (!isOn) return;
  setTimeout(() => {
    const still = document.querySelector("[data-incoming]");
    if (handled === name || !still || still.querySelector("[data-auto]")?.hasAttribute("hidden")) return;
    handled = name;
    const refuse = still.querySelector("[data-refuse]");
    if (refuse instanceof HTMLElement) refuse.click();
  }, 1500);
}

function applyTabs() {
  const tabs = [...document.querySelectorAll("[data-tab]")];
  // An offer to the player is never behind another tab.
  const isThere = tabs.some((tab) => read(tab, "data-tab") === chosen.tab);
  const tab = isThere ? chosen.tab : "offers";
  for (const element of tabs) write(element, "aria-selected", String(read(element, "data-tab") === tab));
  for (const panel of document.querySelectorAll("[data-panel]")) panel.toggleAttribute("hidden", read(panel, "data-panel") !== tab);
  for (const chip of document.querySelectorAll("[data-filter]")) {
    const isOn = read(chip, "data-filter") === chosen.filter;
    chip.classList.toggle("chip--on", isOn);
    write(chip, "aria-pressed", String(isOn));
  }
  for (const line of document.querySelectorAll(".log [data-kind]")) {
    line.toggleAttribute("hidden", chosen.filter !== "all" && read(line, "data-kind") !== chosen.filter);
  }
}

/** A reason goes with the answer that is sent next. */
function applyReason() {
  for (const chip of document.querySelectorAll("[data-reason]")) {
    const isOn = read(chip, "data-reason") === chosen.reason;
    chip.classList.toggle("chip--on", isOn);
    write(chip, "aria-pressed", String(isOn));
  }
  for (const button of document.querySelectorAll("[data-reasoned]")) {
    if (chosen.reason) button.setAttribute("data-remark", chosen.reason);
    else button.removeAttribute("data-remark");
  }
}

let wasIncoming = false;

/** @param {string} name */
function showSheet(name) {
  const table = document.querySelector("[data-show]");
  table?.setAttribute("data-show", name);
  for (const tab of document.querySelectorAll("[data-sheet]")) tab.setAttribute("aria-pressed", String(read(tab, "data-sheet") === name));
}

function refresh() {
  const isIncoming = document.querySelector("[data-incoming]") !== null;
  // On a narrow table an offer brings its own sheet up, and the one before comes back after it.
  if (isIncoming && !wasIncoming) {
    chosen.tab = "offers";
    showSheet("deal");
  } else if (!isIncoming && wasIncoming) showSheet("act");
  if (!isIncoming) chosen.reason = "";
  wasIncoming = isIncoming;
  applyTabs();
  applyReason();
  for (const form of document.querySelectorAll("form[data-draft]")) {
    const kind = read(form, "data-draft");
    if (kind === "statement") applyStatement(form);
    else if (kind !== "setup") applyForm(form);
  }
  applyRules();
}

document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (!at) return;
  const step = at.closest("[data-step]");
  const form = at.closest("form[data-draft]");
  if (step && form && at.closest("[data-less], [data-more]")) {
    const now = valuesOf(form).get(unitOf(step)) ?? 0;
    return setStep(step, now + (at.closest("[data-more]") ? 1 : -1));
  }
  const net = at.closest("[data-net]");
  if (net && at.closest("[data-less], [data-more]")) return setNet(net, netOf(net) + (at.closest("[data-more]") ? 1 : -1));
  const reason = at.closest("[data-reason]");
  if (reason) {
    chosen.reason = chosen.reason === read(reason, "data-reason") ? "" : read(reason, "data-reason");
    return applyReason();
  }
  const tab = at.closest("[data-tab]");
  const filter = at.closest("[data-filter]");
  if (tab) chosen.tab = read(tab, "data-tab");
  if (filter) chosen.filter = read(filter, "data-filter");
  if (tab || filter) return applyTabs();
  if (form && at.closest("[data-reset]")) {
    drafts.delete(nameOf(form));
    return applyForm(form);
  }
  const again = at.closest("[data-load-give]");
  if (again) return load(read(again, "data-load-give"), read(again, "data-load-get"));
  const card = at.closest("[data-give]");
  if (card) return give(read(card, "data-give"));
  if (at.closest("[data-keep]")) {
    const offer = at.closest("[data-incoming]");
    const draft = offer?.querySelector("form");
    if (offer) handled = `${read(offer, "data-from")} ${read(offer, "data-wants")} ${draft ? nameOf(draft) : ""}`;
    return applyRules();
  }
  if (form && at.closest("[data-send]") && read(form, "data-draft") === "statement") chosen.say = "";
});

/** Loads an earlier offer into the draft of a new one. @param {string} gives @param {string} gets */
function load(gives, gets) {
  const form = document.querySelector("form[data-draft=offer]");
  chosen.tab = "offers";
  applyTabs();
  if (!form) return;
  for (const step of form.querySelectorAll("[data-step]")) {
    const side = read(step, "data-side") === "give" ? gives : gets;
    valuesOf(form).set(unitOf(step), side.split(read(step, "data-unit")).length - 1);
  }
  applyForm(form);
}

/** Adds a card that was tapped in the hand to what is given. @param {string} unit */
function give(unit) {
  const step = document.querySelector(`[data-step][data-side=give][data-unit="${CSS.escape(unit)}"], [data-step][data-side=cards][data-unit="${CSS.escape(unit)}"]`);
  const form = step?.closest("form");
  if (step && form) setStep(step, (valuesOf(form).get(unitOf(step)) ?? 0) + 1);
}

document.addEventListener("change", (event) => {
  const at = event.target;
  if (at instanceof HTMLInputElement && at.name === "to") {
    const form = at.closest("form");
    if (at.type === "radio") chosen.to.clear();
    chosen.to.set(at.value, at.checked);
    if (form) applyForm(form);
  } else if (at instanceof HTMLInputElement && at.dataset.rule) {
    const held = rules();
    if (at.checked) held.add(at.dataset.rule);
    else held.delete(at.dataset.rule);
    keepRules(held);
    chosen.to.clear();
    refresh();
  } else if (at instanceof HTMLSelectElement && at.hasAttribute("data-statement")) {
    chosen.say = at.value;
    const form = at.closest("form");
    if (form) applyStatement(form);
  }
});

document.addEventListener("keydown", (event) => {
  const step = document.activeElement?.closest("[data-step], [data-net]");
  const form = step?.closest("form");
  if (!step || !form || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    drafts.delete(nameOf(form));
    return applyForm(form);
  }
  const isNet = step.hasAttribute("data-net");
  const now = isNet ? netOf(step) : valuesOf(form).get(unitOf(step)) ?? 0;
  const change = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
  if (change === undefined && !/^[0-9]$/.test(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  (isNet ? setNet : setStep)(step, change === undefined ? Number(event.key) : now + change);
});

// A key whose part of the panel is behind another tab or sheet brings it up first.
document.addEventListener("keydown", (event) => {
  const isTyping = document.activeElement?.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
  if (document.documentElement.dataset.keys === "off") return;
  const panel = document.querySelector(`[data-panel] [data-key="${CSS.escape(event.key.toLowerCase())}"]`)?.closest("[data-panel]");
  if (!panel) return;
  chosen.tab = read(panel, "data-panel");
  applyTabs();
  showSheet("deal");
}, { capture: true });

document.addEventListener("submit", (event) => {
  if (event.target instanceof Element && event.target.closest("form[data-draft]")) event.preventDefault();
});

const changes = new MutationObserver((found) => {
  const isNew = (/** @type {Node} */ node) => node instanceof Element && !node.closest("[data-sentence], [data-step], [data-net]");
  if (found.some((change) => [...change.addedNodes].some(isNew))) refresh();
});
changes.observe(document.body, { childList: true, subtree: true });
// Who renews pieces in place says so; what was noticed of it by then is the same news.
document.addEventListener("renewed", () => {
  changes.takeRecords();
  refresh();
});
refresh();
