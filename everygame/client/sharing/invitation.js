/**
 * The page behind an invitation link: take the seat, or only look.
 *
 * @import { View, Visit } from "../types"
 * @typedef {{match: string, title: string, called: string, used: boolean, mine: boolean, plays: boolean,
 *   watch: boolean, over: boolean, commitment: string, clock: string}} Invitation
 */
import { here } from "../net/address.js";
import { Refusal, post } from "../net/api.js";
import { say } from "../say.js";
import { h, iconButton, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";

/** @type {View} */
export async function showInvitation(page, visit) {
  /** @type {Invitation} */
  const invitation = await post("/api/join/look", { token: tokenOf(visit) });
  visit.title(invitation.title);
  page.append(invitation.used ? usedCard(invitation) : openCard(invitation, visit));
}

/**
 * The secret of the link stands after the `#`, which neither a server nor a chat's preview is told; a full stop of the
 * sentence around the link may follow it. A link of version 0.1 has it in the path.
 * @param {Visit} visit
 */
const tokenOf = ({ params }) => location.hash.match(/[\w-]+/)?.[0] ?? params.token;

/** @param {Invitation} invitation */
function usedCard({ match, title, mine, plays }) {
  const theirs = plays
    ? say("This invitation has been used: somebody sits there.")
    : say("This invitation has been used: somebody sits there. You can watch the match.");
  const used = mine ? say("You have sat down here already.") : theirs;
  return h(
    "div",
    { class: "card invitation stacked" },
    h("h1", {}, title),
    h("p", {}, used),
    h("a", { class: "button main big", href: `/match/${match}` }, plays ? say("To the match") : say("Watch")),
  );
}

/** @param {Invitation} invitation @param {Visit} visit */
function openCard({ match, title, called, watch, over, commitment, clock }, visit) {
  const value = remembered("name", "");
  const name = h("input", { type: "text", id: "name", maxlength: 30, autocomplete: "nickname", value });
  const label = say("Sit down as {seat}", { seat: called });
  const join = iconButton("play", label, () => void take(join, name, visit), { class: "main big" });
  const invited = over
    ? say("This match is over. You can still sit down as {seat}, to look back at it and for a rematch.", {
        seat: called,
      })
    : say("You are invited to play {seat}.", { seat: called });
  return h(
    "div",
    { class: "card invitation stacked" },
    h("h1", {}, title),
    h("p", {}, invited),
    !over && h("p", { class: "quiet" }, clock),
    h("label", { for: "name", class: "quiet small" }, say("Your name, if you like")),
    name,
    join,
    watch && h("a", { class: "button plain", href: `/match/${match}` }, say("Only watch")),
    commitment && h("p", { class: "quiet small hash" }, say("The dice are committed to {commitment}.", { commitment })),
  );
}

/** @param {HTMLButtonElement} join @param {HTMLInputElement} field @param {Visit} visit */
async function take(join, field, visit) {
  const name = field.value.trim();
  join.disabled = true;
  remember("name", name);
  try {
    const joined = await post("/api/join", { token: tokenOf(visit), ...(name && { name }) });
    visit.go(`/match/${joined.match}`);
  } catch (error) {
    // Somebody was quicker: the page of a used invitation says what is left.
    if (error instanceof Refusal && error.status === 404) return visit.go(here().pathname + location.hash);
    join.disabled = false;
    tell(error);
  }
}
