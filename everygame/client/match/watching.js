/**
 * Who only looks: that they do, how many they are, and the seats that they may take.
 *
 * @import { Match } from "./match.js"
 */
import { post } from "../net/api.js";
import { count, say } from "../say.js";
import { openDialog } from "../ui/dialog.js";
import { fill, h, icon, iconButton, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";

/**
 * @param {HTMLElement} host
 * @param {Match} match
 * @param {number} watchers  how many watch, as far as this device is told
 */
export function drawWatching(host, match, watchers) {
  const { seats, free, over } = match.table;
  const plays = seats.some((seat) => seat.mine || seat.replaced || seat.kept === "you");
  if (!plays)
    return fill(
      host,
      h("p", { class: "eye", html: icon("eye") }, h("span", {}, say("You are watching."))),
      ...(over
        ? []
        : free.map((seat) =>
            iconButton("play", say("Sit down as {name}", { name: seats[seat].called }), () => sit(match, seat), {
              class: "main",
              "data-key": `sit-${seat}`,
            }),
          )),
    );
  fill(
    host,
    watchers > 0 &&
      h(
        "p",
        { class: "eye small quiet", html: icon("eye") },
        h("span", {}, count(watchers, "One watches.", "{number} watch.")),
      ),
  );
}

/** @param {Match} match @param {number} seat */
function sit(match, seat) {
  const name = h("input", {
    type: "text",
    id: "sit-name",
    maxlength: 30,
    autocomplete: "nickname",
    value: remembered("name", ""),
  });
  const form = h(
    "form",
    {
      class: "stacked",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void take();
      },
    },
    h("label", { for: "sit-name", class: "quiet small" }, say("Your name, if you like")),
    name,
    h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, say("Sit down"))),
  );
  const dialog = openDialog(say("Play {seat}", { seat: match.table.seats[seat].called }), [form]);
  async function take() {
    remember("name", name.value.trim());
    try {
      await post(`/api/matches/${match.id}/sit`, { seat, name: name.value.trim() });
      dialog.close();
    } catch (error) {
      tell(error);
    }
  }
}
