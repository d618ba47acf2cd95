/**
 * Who only looks: that they do, how many they are, and the seats that they may take.
 *
 * @import { Match } from "./match.js"
 */
import { post } from "../net/api.js";
import { openDialog } from "../ui/dialog.js";
import { fill, h, icon, iconButton, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";

/**
 * @param {HTMLElement} host
 * @param {Match} match
 * @param {number} count  how many watch, as far as this device is told
 */
export function drawWatching(host, match, count) {
  const { seats, free, over } = match.table;
  const plays = seats.some((seat) => seat.mine || seat.replaced || seat.kept === "you");
  if (!plays)
    return fill(
      host,
      h("p", { class: "eye", html: icon("eye") }, h("span", {}, "You are watching.")),
      ...(over
        ? []
        : free.map((seat) =>
            iconButton("play", `Sit down as ${seats[seat].called}`, () => sit(match, seat), {
              class: "main",
              "data-key": `sit-${seat}`,
            }),
          )),
    );
  fill(
    host,
    count > 0 &&
      h(
        "p",
        { class: "eye small quiet", html: icon("eye") },
        h("span", {}, count === 1 ? "One watches." : `${count} watch.`),
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
    h("label", { for: "sit-name", class: "quiet small" }, "Your name, if you like"),
    name,
    h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, "Sit down")),
  );
  const dialog = openDialog(`Play ${match.table.seats[seat].called}`, [form]);
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
