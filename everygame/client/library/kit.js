/**
 * A box to print: what is in it, with a picture of each thing, and the files, which the server makes.
 *
 * @import { View } from "../types"
 * @typedef {{name: string, count: number, how: string, instead: string, picture: string}} Part
 * @typedef {{name: string, count: number, picture: string}} Solid
 * @typedef {{title: string, parts: Part[], plastic: Solid[], names: string, fault: string}} Box
 * @typedef {{size: string, scale: string, clearance: string}} Wanted
 */
import { fetchFile, post } from "../net/api.js";
import { say, sayWith } from "../say.js";
import { fill, h, iconButton, linkButton, list, row, segments, tell, toast } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";
import { later } from "../world.js";

/** @type {View} */
export async function showKit(page, visit) {
  const kit = new Kit(visit.params.game, Object.fromEntries(visit.query));
  await kit.look();
  visit.title(kit.heading());
  page.append(kit.host);
}

class Kit {
  /** @param {string} game @param {Record<string, string>} options */
  constructor(game, options) {
    this.game = game;
    this.options = options;
    /** @type {Wanted} */
    this.wanted = { size: remembered("paper", "A4"), scale: "25mm", clearance: "0.3mm" };
    /** @type {Box} */
    this.box = { title: game, parts: [], plastic: [], names: "", fault: "" };
    this.host = h("div", { class: "kit" });
    this.things = h("div", {});
    this.button = iconButton("save", say("Make the files"), () => void this.make(), { class: "main big" });
    this.progress = h("span", { class: "row small quiet", role: "status" });
    this.asked = 0;
  }

  heading() {
    return say("A box to print: {game}", { game: this.box.title });
  }

  /** Ask what is in the box, and show it. */
  async look() {
    const asked = ++this.asked;
    const box = await post(`/api/games/${this.game}/kit/parts`, this.body());
    if (asked !== this.asked) return;
    this.box = box;
    if (!this.host.firstChild) this.draw();
    this.show();
  }

  body() {
    return { options: this.options, ...this.wanted };
  }

  draw() {
    const { wanted } = this;
    const set = (/** @type {Partial<Wanted>} */ change) => {
      Object.assign(wanted, change);
      void this.look().catch(tell);
    };
    fill(
      this.host,
      h("h1", {}, this.heading()),
      h("p", {}, this.contents()),
      this.box.fault && h("p", { class: "note", role: "alert" }, this.box.fault),
      h("div", { class: "row settings" }, this.settings(set)),
      row(this.button, this.progress, linkButton("back", say("Back to the game"), `/new/${this.game}`)),
      this.things,
    );
    this.button.disabled = Boolean(this.box.fault);
  }

  /** @param {(change: Partial<Wanted>) => void} set */
  settings(set) {
    const setSize = (/** @type {string} */ size) => {
      remember("paper", size);
      set({ size });
    };
    return [
      segments(say("Paper"), papers(), this.wanted.size, setSize),
      this.length("scale", 15, 60, 1, set),
      this.box.plastic.length > 0 && this.length("clearance", 0.1, 0.8, 0.05, set),
    ];
  }

  /** What one gets. */
  contents() {
    return this.box.plastic.length
      ? say(
          "Everything for the kitchen table: sheets to cut out at their true size, " +
            "and the rules as a booklet, and things for a 3D printer.",
        )
      : say("Everything for the kitchen table: sheets to cut out at their true size, and the rules as a booklet.");
  }

  /**
   * @param {"scale" | "clearance"} key
   * @param {number} min
   * @param {number} max
   * @param {number} step
   * @param {(change: Partial<Wanted>) => void} set
   */
  length(key, min, max, step, set) {
    const input = h("input", {
      type: "number",
      min,
      max,
      step,
      value: String(parseFloat(this.wanted[key])),
      id: `kit-${key}`,
      onchange: () => {
        if (input.reportValidity()) set({ [key]: `${input.value}mm` });
      },
    });
    const words =
      key === "scale"
        ? sayWith("A square is {length} mm", { length: input })
        : sayWith("Plastic fits with {length} mm", { length: input });
    return h("label", { class: "row", for: `kit-${key}` }, words);
  }

  show() {
    const { parts, plastic, names } = this.box;
    fill(
      this.things,
      h("h2", {}, say("Of paper")),
      list("parts", parts.map(ofPaper)),
      plastic.length > 0 && h("h2", {}, say("Of plastic")),
      plastic.length > 0 && list("solids", plastic.map(ofPlastic)),
      h("p", { class: "quiet small" }, names),
    );
  }

  async make() {
    this.button.disabled = true;
    fill(this.progress, h("span", { class: "spinner little" }), say("Making the files…"));
    try {
      const { body } = await fetchFile(`/api/games/${this.game}/kit`, this.body());
      save(body, `${this.game}-kit.zip`);
      toast(say("The box is among your downloads."));
    } catch (error) {
      tell(error);
    } finally {
      this.button.disabled = false;
      fill(this.progress);
    }
  }
}

/** @returns {[string, string][]} */
const papers = () => [
  ["A4", "A4"],
  ["letter", say("Letter")],
];

/** @param {Part} part */
function ofPaper({ name, count, how, instead, picture }) {
  const words = [
    h("p", {}, h("strong", {}, say("{number} × {thing}", { number: count, thing: name }))),
    h("p", { class: "small" }, how),
    instead && h("p", { class: "small quiet" }, say("Instead: {thing}", { thing: instead })),
  ];
  return h("li", { class: "card" }, image(`data:image/svg+xml,${encodeURIComponent(picture)}`), h("div", {}, words));
}

/** @param {Solid} solid */
function ofPlastic({ name, count, picture }) {
  const words = say("{number} × {thing}", { number: count, thing: name });
  return h("li", { class: "card" }, image(picture), h("p", { class: "small" }, words));
}

/** @param {string} address */
function image(address) {
  return h("img", { src: address, alt: "" });
}

/** Let the browser keep a file. @param {Blob} file @param {string} name */
function save(file, name) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  later(() => URL.revokeObjectURL(address), 60_000);
}
