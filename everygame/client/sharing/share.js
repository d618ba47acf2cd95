/**
 * A match handed to others: a link to it, or a picture of how it stands.
 *
 * @import { ShownMatch } from "../types"
 */
import { whole } from "../net/address.js";
import { fetchFile } from "../net/api.js";
import { say } from "../say.js";
import { openDialog } from "../ui/dialog.js";
import { h, tell, toast } from "../ui/dom.js";
import { later } from "../world.js";
import { linkText } from "./link.js";

/** Hand the address of a match to others: they see all of it, from its start. @param {ShownMatch} match */
export async function shareLink(match) {
  const url = whole(`/match/${match.id}`);
  try {
    await navigator.clipboard.writeText(url);
    toast(say("The link to this match and its moves is copied."));
  } catch {
    openDialog(say("Link to this match"), [h("div", { class: "stacked" }, linkText(url))]);
  }
}

/** Pixels of the longer side of a picture. */
const LONGER = 1600;

/** Hand the position to others as a picture; where a device cannot, it keeps the file. @param {ShownMatch} match */
export async function sharePicture(match) {
  try {
    const { body } = await fetchFile(`/api/matches/${match.id}/picture`);
    const file = new File([await drawn(await body.text())], `${match.table.game}.png`, { type: "image/png" });
    const what = { files: [file], title: match.table.title, text: match.table.over?.sentence ?? "" };
    if (navigator.canShare?.(what)) return await navigator.share(what);
    const url = URL.createObjectURL(file);
    h("a", { href: url, download: file.name }).click();
    later(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tell(error);
  }
}

/** A drawing as PNG. @param {string} svg @returns {Promise<Blob>} */
async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = LONGER / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = h("canvas", {
    width: Math.round(image.naturalWidth * scale),
    height: Math.round(image.naturalHeight * scale),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(say("The picture could not be made."))))),
  );
}
