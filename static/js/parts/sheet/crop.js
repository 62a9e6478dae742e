// The part of the photo round a place, as bright as a person needs to see what is drawn there.

import { placeOf } from "../board/geometry.js";
import { svg } from "../dom.js";

const CROP_MM = 34;
// What is lightest there becomes so light, by at most so much. Beside a reflection, which stays as
// it is, what is dark is lifted: the middle one of all pixels becomes so light, within that bound.
const LIGHT = 235;
const MOST = 4;
const MIDDLE = 140;
const LEAST_EXPONENT = 0.5;
const SIDE = 32;
const AS_IT_IS = { amplitude: 1, exponent: 1 };
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
  const bright = svg(
    "filter",
    { id: "crop-light", "color-interpolation-filters": "sRGB" },
    svg(
      "feComponentTransfer",
      {},
      ...["R", "G", "B"].map((one) => svg(`feFunc${one}`, { type: "gamma", ...curve })),
    ),
  );
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
        for (const one of document.querySelectorAll(`[data-part="${CSS.escape(name)}"] [exponent]`))
          for (const [key, value] of Object.entries(found)) one.setAttribute(key, value);
      })
      .catch(() => {});
  return shown;
}

// By which curve a part of the picture at *href*, given as shares of its sides, is seen well.
async function curveOf(href, [left, top, across, down]) {
  const picture = new Image();
  picture.src = href;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const box = [left * width, top * height, across * width, down * height];
  pen.drawImage(picture, ...box, 0, 0, SIDE, SIDE);
  const { data } = pen.getImageData(0, 0, SIDE, SIDE);
  const lights = [];
  for (let i = 0; i < data.length; i += 4)
    // What lies beyond the picture is clear.
    if (data[i + 3]) lights.push(Math.max(data[i], data[i + 1], data[i + 2], 1));
  if (!lights.length) return AS_IT_IS;
  lights.sort((one, other) => one - other);
  const slope = between(1, LIGHT / lights.at(-1), MOST);
  const middle = Math.min(slope * lights[lights.length >> 1], LIGHT) / 255;
  const exponent = between(LEAST_EXPONENT, Math.log(MIDDLE / 255) / Math.log(middle), 1);
  return { amplitude: slope ** exponent, exponent };
}

const between = (low, value, high) => Math.min(high, Math.max(low, value));
