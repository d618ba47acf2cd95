/**
 * Finding somebody: the matches of a public server whose open seats anybody may take.
 *
 * @import { View } from "../types"
 * @typedef {{match: string, game: string, title: string, picture: any, host: string, here: boolean,
 *   options: {label: string, value: string}[], clock: any, seats: number, open: number, made: number,
 *   mine: boolean}} Open
 */
import { get, post } from "../net/api.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";
import { inWords } from "../ui/time.js";
import { since } from "../ui/time.js";
import { picture } from "../view/picture.js";
import { each, never } from "../world.js";

const AGAIN = 10_000;

/** @type {View} */
export async function showOpen(page, visit) {
  visit.title("Find somebody");
  const name = h("input", {
    type: "text",
    id: "name",
    class: "name",
    maxlength: 30,
    autocomplete: "nickname",
    value: remembered("name", ""),
  });
  const host = h("div", {});
  page.append(
    h(
      "div",
      { class: "finding" },
      h("h1", {}, "Find somebody"),
      h(
        "p",
        { class: "quiet" },
        "To wait here yourself, choose a game, give a seat to Another device, and show the match to everybody.",
      ),
      h("label", { for: "name", class: "quiet small" }, "Your name, if you like"),
      name,
      host,
    ),
  );
  await draw();
  const timer = each(() => {
    if (!document.hidden) void draw().catch(() => undefined);
  }, AGAIN);
  visit.leave(() => never(timer));

  async function draw() {
    const { public: open, matches } = await get("/api/open");
    fill(
      host,
      !open
        ? h("p", { class: "note" }, "This server is not open to the public.")
        : matches.length
          ? h("ul", { class: "found" }, matches.map(card))
          : h(
              "div",
              { class: "note row" },
              h("p", {}, "Nobody waits just now."),
              h("a", { class: "button", href: "/" }, "Choose a game"),
            ),
    );
  }

  /** @param {Open} one */
  function card(one) {
    const options = one.options.map(({ label, value }) => `${label}: ${value}`);
    const facts = [
      one.clock ? inWords(one.clock) : "no clock",
      one.seats > 2 ? `${one.open} of ${one.seats} seats open` : "",
      ...options,
    ];
    return h(
      "li",
      { class: "card" },
      h("span", { class: "picture", html: picture(one.picture) }),
      h(
        "span",
        { class: "words" },
        h("strong", {}, one.title),
        h(
          "span",
          {},
          one.host || "Somebody",
          h("span", { class: "quiet small" }, one.here ? " · is there" : ` · since ${since(one.made)}`),
        ),
        h("span", { class: "quiet small" }, facts.filter(Boolean).join(" · ")),
      ),
      one.mine
        ? h("a", { class: "button", href: `/match/${one.match}`, "data-key": one.match }, "Yours")
        : iconButton("play", "Play", () => void sit(one), {
            class: "main",
            "data-key": one.match,
            "aria-label": `Play ${one.title} with ${one.host || "somebody"}`,
          }),
    );
  }

  /** @param {Open} one */
  async function sit(one) {
    remember("name", name.value.trim());
    try {
      await post(`/api/open/${one.match}`, { name: name.value.trim() });
      visit.go(`/match/${one.match}`);
    } catch (error) {
      tell(error);
      void draw().catch(tell);
    }
  }
}
