// How photos that are too dark to be seen well are shown lighter.

import { svg } from "../dom.js";

// What is lightest becomes so light, by at most so much. Beside a reflection, which stays as
// it is, what is dark is lifted: the middle one of all pixels becomes so light, within that bound.
const LIGHT = 235;
const MOST = 4;
const MIDDLE = 140;
const LEAST_EXPONENT = 0.5;
const SIDE = 32;
export const AS_IT_IS = { amplitude: 1, exponent: 1, half: 255 };
// A photo half of which is darker than this is shown lighter as a whole.
const DARK = 70;

export function lightFilter(id, { amplitude, exponent }) {
  return svg(
    "filter",
    { id, "color-interpolation-filters": "sRGB" },
    svg(
      "feComponentTransfer",
      {},
      ...["R", "G", "B"].map((one) => svg(`feFunc${one}`, { type: "gamma", amplitude, exponent })),
    ),
  );
}

// Shows a very dark photo lighter.
export async function lighten(image, href) {
  const curve = await curveOf(href, [0, 0, 1, 1]).catch(() => AS_IT_IS);
  if (curve.half >= DARK) return;
  image.before(lightFilter("photo-light", curve));
  image.setAttribute("filter", "url(#photo-light)");
}

// By which curve a part of the picture at *href*, given as shares of its sides, is seen well; half:
// half of its pixels are darker.
export async function curveOf(href, [left, top, across, down]) {
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
  const half = lights[lights.length >> 1];
  const slope = between(1, LIGHT / lights.at(-1), MOST);
  const middle = Math.min(slope * half, LIGHT) / 255;
  const exponent = between(LEAST_EXPONENT, Math.log(MIDDLE / 255) / Math.log(middle), 1);
  return { amplitude: slope ** exponent, exponent, half };
}

const between = (low, value, high) => Math.min(high, Math.max(low, value));
