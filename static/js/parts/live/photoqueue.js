// Photos that could not be sent yet, kept in this browser's own database over reloads.

const NAME = "photos";

// Returns the photo with an id once it is kept; without one where the browser refuses.
export async function keep(photo) {
  if (photo.id) return photo;
  const { url, board, fields, blob } = photo;
  const id = await inStore("readwrite", (store) => store.add({ url, board, fields, blob }));
  return id === null ? photo : { ...photo, id };
}

export async function drop(photo) {
  if (photo.id) await inStore("readwrite", (store) => store.delete(photo.id));
}

export async function waiting() {
  return (await inStore("readonly", (store) => store.getAll())) ?? [];
}

// Private windows may refuse: then photos live as long as the page.
async function inStore(mode, action) {
  try {
    const database = await opened();
    const request = action(database.transaction(NAME, mode).objectStore(NAME));
    return await settled(request);
  } catch {
    return null;
  }
}

function opened() {
  const request = indexedDB.open("route-scorer", 1);
  request.addEventListener("upgradeneeded", () =>
    request.result.createObjectStore(NAME, { keyPath: "id", autoIncrement: true }),
  );
  return settled(request);
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
