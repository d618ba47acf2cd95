/**
 * Finding somebody: the matches of a public server whose open seats anybody may take.
 *
 * @import { View, Visit, WireScene } from "../types"
 * @typedef {{match: string, game: string, title: string, picture: WireScene, host: string, here: boolean,
 *   options: {label: string, value: string}[], clock: any, seats: number, open: number, made: number,
 *   mine: boolean}} Open
 */
import { get, post } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";
import { inWords, since } from "../ui/time_words.js";
import { picture } from "../view/picture.js";
import { each, never } from "../world.js";

const AGAIN = 10_000;

/** @type {View} */
export async function showOpen(page, visit) {
  visit.title(say("Find somebody"));
  const found = new OpenMatches(visit);
  page.append(found.element());
  await found.draw();
  const timer = each(() => {
    if (!document.hidden) void found.draw().catch(() => undefined);
  }, AGAIN);
  visit.leave(() => never(timer));
}

class OpenMatches {
  /** @param {Visit} visit */
  constructor(visit) {
    this.visit = visit;
    this.host = h("div", {});
    this.name = h("input", {
      type: "text",
      id: "name",
      class: "name",
      maxlength: 30,
      autocomplete: "nickname",
      value: remembered("name", ""),
    });
  }

  element() {
    const how = say(
      "To wait here yourself, choose a game, give a seat to Another device, and show the match to everybody.",
    );
    return h(
      "div",
      { class: "finding" },
      h("h1", {}, say("Find somebody")),
      h("p", { class: "quiet" }, how),
      h("label", { for: "name", class: "quiet small" }, say("Your name, if you like")),
      this.name,
      this.host,
    );
  }

  async draw() {
    const { public: open, matches } = await get("/api/open");
    if (!open) fill(this.host, h("p", { class: "note" }, say("This server is not open to the public.")));
    else if (matches.length) fill(this.host, h("ul", { class: "found" }, matches.map(this.card, this)));
    else fill(this.host, nobody());
  }

  /** @param {Open} one */
  card(one) {
    const facts = h("span", { class: "quiet small" }, factsOf(one).filter(Boolean).join(" · "));
    return h(
      "li",
      { class: "card" },
      h("span", { class: "picture", html: picture(one.picture) }),
      h("span", { class: "words" }, h("strong", {}, one.title), whoWaits(one), facts),
      this.button(one),
    );
  }

  /** @param {Open} one */
  button(one) {
    const key = { "data-key": one.match };
    if (one.mine) return h("a", { class: "button", href: `/match/${one.match}`, ...key }, say("Yours"));
    const label = one.host
      ? say("Play {game} with {name}", { game: one.title, name: one.host })
      : say("Play {game} with somebody", { game: one.title });
    return iconButton("play", say("Play"), () => void this.sit(one), { class: "main", ...key, "aria-label": label });
  }

  /** @param {Open} one */
  async sit(one) {
    const name = this.name.value.trim();
    remember("name", name);
    try {
      await post(`/api/open/${one.match}`, { name });
      this.visit.go(`/match/${one.match}`);
    } catch (error) {
      tell(error);
      void this.draw().catch(tell);
    }
  }
}

function nobody() {
  const library = h("a", { class: "button", href: "/" }, say("Choose a game"));
  return h("div", { class: "note row" }, h("p", {}, say("Nobody waits just now.")), library);
}

/** @param {Open} one */
function whoWaits({ host, here, made }) {
  const presence = here ? say("is there") : say("offered {when}", { when: since(made) });
  return h("span", {}, host || say("Somebody"), h("span", { class: "quiet small" }, ` · ${presence}`));
}

/** @param {Open} one */
function factsOf({ clock, seats, open, options }) {
  return [
    clock ? inWords(clock) : say("no clock"),
    seats > 2 ? say("{open} of {number} seats open", { open, number: seats }) : "",
    ...options.map(({ label, value }) => say("{option}: {value}", { option: label, value })),
  ];
}
