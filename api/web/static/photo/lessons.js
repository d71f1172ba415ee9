// What was named by hand in a photo can be remembered: later photos know it.

import { fill, h } from "../lib/dom.js";
import { get, post } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { icon } from "../parts/icons.js";
import { toast, tried } from "../parts/toast.js";

/** @import { TablePhoto } from "../lib/types.js" */

/**
 * A button that teaches what was named, while something can be taught with this photo.
 * @param {HTMLElement} place
 * @param {TablePhoto} photo
 */
export async function drawLessons(place, photo) {
  if (!photo.pieces.some((piece) => piece.by_hand)) return fill(place);
  const address = `/photos/${photo.id}/lessons`;
  /** @type {{ name: string }[]} */
  const open = await get(address);
  const remember = async () => {
    /** @type {{ items: string[] }} */
    const { items } = await post(address, {});
    toast(
      items.length
        ? t("{count} taught.", { count: items.length })
        : t("They cannot be cut out of this photo; photograph them under My cards."),
    );
    fill(place);
  };
  return fill(
    place,
    open.length
      ? h(
          "button.button.wide",
          { type: "button", onclick: () => tried(remember) },
          icon("cards"),
          h("span", t("Remember for later photos: {names}", { names: open.map(({ name }) => name).join(", ") })),
        )
      : null,
  );
}
