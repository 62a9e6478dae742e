// The board's picture as a PNG, which every app can show; without a canvas the SVG is kept.

const WIDTH_PX = 1400;

export async function savePicture(event) {
  const link = event.currentTarget;
  event.preventDefault();
  const { href: address, download: name } = link;
  const picture = new Image();
  picture.src = address;
  await picture.decode().catch(() => location.assign(address));
  if (!picture.naturalWidth) return;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH_PX;
  canvas.height = Math.round((WIDTH_PX * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (!blob) return location.assign(address);
    const kept = document.createElement("a");
    kept.href = URL.createObjectURL(blob);
    kept.download = name;
    kept.click();
    setTimeout(() => URL.revokeObjectURL(kept.href), 10000);
  }, "image/png");
}
