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
export function furniture(board, on) {
  const part = parts(on);
  part.all.append(part.list);
  part.now.append(
    h("div", { class: "said" }, part.prompt, part.hint, part.arrows),
    part.truth,
    part.actions,
    part.after,
    part.asked,
    part.absent,
    part.watching,
    part.push,
    part.offline,
    part.voice,
  );
  part.room.append(board, part.curtain);
  const panels = tabs([
    [say("History"), h("div", { class: "panel" }, part.study, part.history)],
    [say("Options"), part.options, on.options],
  ]);
  const table = h(
    "section",
    { class: "table", "aria-label": say("Board and players") },
    part.title,
    part.plates,
    part.room,
  );
  const side = h(
    "aside",
    { class: "side", "aria-label": say("The match") },
    part.now,
    h("div", { class: "row tools" }, part.undo, part.redo, part.idea),
    part.notes,
    part.all,
    panels,
  );
  return {
    ...part,
    tablist: /** @type {HTMLElement} */ (panels.firstElementChild),
    element: h("div", { class: "match" }, part.gauge, table, side),
  };
}

/** @param {On} on */
function parts(on) {
  return {
    title: h("h1", { class: "unseen" }),
    plates: h("ul", { class: "plates", "aria-label": say("Players") }),
    gauge: h("i", { class: "gauge", "aria-hidden": "true" }),
    curtain: h("div", { class: "curtain", hidden: true }),
    prompt: h("p", { class: "prompt", "aria-live": "polite" }),
    hint: h("p", { class: "hint small", role: "status" }),
    actions: h("div", { class: "row actions" }),
    truth: h("div", { class: "truth" }),
    after: h("div", { class: "after" }),
    absent: h("div", { class: "absent", role: "status" }),
    watching: h("div", { class: "watching row", role: "status" }),
    asked: h("div", { class: "asked", role: "status" }),
    push: h("div", { class: "push row" }),
    voice: h("p", { class: "unseen", "aria-live": "polite" }),
    offline: h("p", { class: "offline small", role: "status" }),
    undo: iconButton("undo", say("Undo"), on.undo),
    redo: iconButton("redo", say("Redo"), on.redo),
    idea: iconButton("idea", say("Hint"), on.hint),
    notes: h("ul", { class: "notes small" }),
    arrows: h("p", { class: "arrows small quiet", hidden: true }, say("The arrow keys play, too.")),
    list: h("ul", { class: "list" }),
    study: h("div", { class: "study" }),
    all: h("details", { class: "all", ontoggle: on.choices }, h("summary", {}, say("All choices"))),
    room: h("div", { class: "room" }),
    now: h("div", { class: "card now" }),
    history: h("div", {}),
    options: h("div", { class: "panel" }),
  };
}
