// Draws the scenes on standard input as the page does, for test_page.py.
import { readFileSync } from "node:fs";
import { picture } from "../../everygame/client/view/picture.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((scene) => picture(scene))));
