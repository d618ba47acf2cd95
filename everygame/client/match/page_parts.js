/** The fixed parts of a match's page, which the match fills. */
import { say } from "../say.js";
import { h, iconButton } from "../ui/dom.js";
import { tabs } from "../ui/tabs.js";

/**
 * What a person opens or presses on it.
 * @typedef {{undo(): void, redo(): void, hint(): void, choices(): void, options(): void}} On
 *   `choices`, `options`: they are opened
 */

/** @param {HTMLElement} board @param {On} on */
export function pageParts(board, on) {
  const part = { ...parts(), ...said(), ...controls(on) };
  const { title, plates, room, now, notes, all } = part;
  all.append(part.list);
  now.append(...inNow(part));
  room.append(board, part.curtain);
  const panels = tabs([
    [say("History"), h("div", { class: "panel" }, part.study, part.history)],
    [say("Options"), part.options, on.options],
  ]);
  const table = h("section", { class: "table", "aria-label": say("Board and players") }, title, plates, room);
  const tools = h("div", { class: "row tools" }, part.undo, part.redo, part.idea);
  const side = h("aside", { class: "side", "aria-label": say("The match") }, now, part.best, tools, notes, all, panels);
  const element = h("div", { class: "match with-plates" }, part.gauge, table, side);
  return { ...part, tablist: /** @type {HTMLElement} */ (panels.firstElementChild), element };
}

/** What stands in the box beside the board. @param {ReturnType<typeof said>} part */
function inNow({ prompt, told, hint, arrows, truth, actions, after, absent, watching, push, voice, ownDeed, ...part }) {
  const words = h("div", { class: "said" }, prompt, told, hint, arrows);
  // What is asked may lie over the page; it then lies below what is said of the line, not over it.
  const asking = h("div", { class: "asking" }, part.sent, part.offline, part.asked);
  return [words, truth, actions, after, asking, absent, watching, push, ownDeed, voice];
}

/** What is pressed or opened. @param {On} on */
function controls(on) {
  return {
    undo: iconButton("undo", say("Undo"), on.undo),
    redo: iconButton("redo", say("Redo"), on.redo),
    idea: iconButton("idea", say("Hint"), on.hint),
    all: h("details", { class: "all", ontoggle: on.choices }, h("summary", {}, say("All choices"))),
  };
}

/** What is said beside the board, and asked. */
function said() {
  return {
    prompt: h("p", { class: "prompt", "aria-live": "polite" }),
    told: h("div", { class: "told small quiet", "aria-live": "polite" }),
    hint: h("p", { class: "hint small", role: "status" }),
    arrows: h("p", { class: "arrows small quiet", hidden: true }, say("The arrow keys play, too.")),
    truth: h("div", { class: "truth" }),
    actions: h("div", { class: "row actions" }),
    after: h("div", { class: "after" }),
    asked: h("div", { class: "asked", role: "status" }),
    absent: h("div", { class: "absent", role: "status" }),
    watching: h("div", { class: "watching row", role: "status" }),
    push: h("div", { class: "push row" }),
    offline: h("p", { class: "offline small", role: "status" }),
    sent: h("p", { class: "sent small", "aria-hidden": "true" }),
    ownDeed: h("p", { class: "unseen", "aria-live": "polite" }),
    voice: h("p", { class: "unseen", "aria-live": "polite" }),
  };
}

function parts() {
  return {
    title: h("h1", { class: "unseen" }),
    plates: h("ul", { class: "plates", "aria-label": say("Players") }),
    gauge: h("i", { class: "gauge", "aria-hidden": "true" }),
    curtain: h("div", { class: "curtain", hidden: true }),
    notes: h("ul", { class: "notes small" }),
    list: h("ul", { class: "list" }),
    study: h("div", { class: "study" }),
    best: h("div", { class: "best" }),
    room: h("div", { class: "room" }),
    now: h("div", { class: "card now" }),
    history: h("div", {}),
    options: h("div", { class: "panel" }),
  };
}
