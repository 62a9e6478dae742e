// The tourists' shapes as paths around (0, 0) with radius 1.

export const SHAPES = {
  circle: "M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z",
  square: "M-.92 -.92H.92V.92H-.92Z",
  triangle: "M0 -1.12L1.16 .92H-1.16Z",
  pentagon: "M0 -1.05L1.05 -.28L.65 .95H-.65L-1.05 -.28Z",
};
