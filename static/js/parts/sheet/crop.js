// The part of the photo round a place, as bright as a person needs to see what is drawn there.

import { placeOf } from "../board/geometry.js";
import { AS_IT_IS, curveOf, lightFilter } from "../board/light.js";
import { svg } from "../dom.js";

const CROP_MM = 34;
// How each part is shown, by its name.
const curves = new Map();

// The photo around the place, with nothing drawn over it.
export function crop({ geometry, photo }, kind, where) {
  const [x, y] = placeOf(geometry, kind, where);
  const [px, py, width, height] = photo.box;
  const { href } = photo;
  const part = [x - CROP_MM / 2, y - CROP_MM / 2, CROP_MM, CROP_MM];
  const name = [href, ...part].join();
  const curve = curves.get(name) ?? AS_IT_IS;
  const bright = lightFilter("crop-light", curve);
  const image = svg("image", {
    href,
    x: px,
    y: py,
    width,
    height,
    preserveAspectRatio: "none",
    filter: "url(#crop-light)",
  });
  const shown = svg("svg", { viewBox: part.join(" "), "aria-hidden": "true", "data-part": name });
  shown.append(bright, image);
  if (!curves.has(name))
    curveOf(href, [
      (part[0] - px) / width,
      (part[1] - py) / height,
      CROP_MM / width,
      CROP_MM / height,
    ])
      .then((found) => {
        curves.set(name, found);
        document
          .querySelector(`[data-part="${CSS.escape(name)}"] filter`)
          ?.replaceWith(lightFilter("crop-light", found));
      })
      .catch(() => {});
  return shown;
}
