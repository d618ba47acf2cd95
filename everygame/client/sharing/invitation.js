/**
 * The page behind an invitation link: take the seat, or only look.
 *
 * @import { View } from "../types"
 */
import { Refusal, get, post } from "../net/api.js";
import { h, iconButton, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";

/** @type {View} */
export async function showInvitation(page, visit) {
  const path = `/api/join/${visit.params.token}`;
  const { match, title, called, used, mine, plays, watch, over } = await get(path);
  visit.title(title);
  if (used) {
    page.append(
      h(
        "div",
        { class: "card invitation stacked" },
        h("h1", {}, title),
        h(
          "p",
          {},
          mine
            ? "You have sat down here already."
            : `This invitation has been used: somebody sits there.${plays ? "" : " You can watch the match."}`,
        ),
        h("a", { class: "button main big", href: `/match/${match}` }, plays ? "To the match" : "Watch"),
      ),
    );
    return;
  }
  const name = h("input", {
    type: "text",
    id: "name",
    maxlength: 30,
    autocomplete: "nickname",
    value: remembered("name", ""),
  });
  const join = iconButton("play", `Sit down as ${called}`, () => void take(), { class: "main big" });
  page.append(
    h(
      "div",
      { class: "card invitation stacked" },
      h("h1", {}, title),
      h(
        "p",
        {},
        over
          ? `This match is over. You can still sit down as ${called}, to look back at it and for a rematch.`
          : `You are invited to play ${called}.`,
      ),
      h("label", { for: "name", class: "quiet small" }, "Your name, if you like"),
      name,
      join,
      watch && h("a", { class: "button plain", href: `/match/${match}` }, "Only watch"),
    ),
  );
  async function take() {
    join.disabled = true;
    remember("name", name.value.trim());
    try {
      const joined = await post(path, name.value.trim() ? { name: name.value.trim() } : {});
      visit.go(`/match/${joined.match}`);
    } catch (error) {
      // Somebody was quicker: the page of a used invitation says what is left.
      if (error instanceof Refusal && error.status === 404) return visit.go(`/join/${visit.params.token}`);
      join.disabled = false;
      tell(error);
    }
  }
}
