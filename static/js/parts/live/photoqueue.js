// Photos that could not be sent yet, kept in this browser's own database over reloads: of each
// board the newest one.

const NAME = "photos";
// A board and a shared map have one photo: a newer one takes its place.
const ONE_PHOTO = /\/game\/[^/]+\/(\d+\/photo|map-photo)$/;

export const replaces = ({ url }) => ONE_PHOTO.test(url);

// Returns the photo with an id once it is kept; without one where the browser refuses.
export async function keep(photo) {
  if (photo.id) return photo;
  const { url, board, fields, blob, when, sentAs } = photo;
  const id = await inStore("readwrite", (store) => {
    dropEarlier(store, photo);
    return store.add({ url, board, fields, blob, when, sentAs });
  });
  return id === null ? photo : { ...photo, id };
}

export async function drop(photo) {
  if (photo.id) await inStore("readwrite", (store) => store.delete(photo.id));
}

// The server has a photo: neither it nor an earlier one of the same board is to be sent.
export async function accepted(photo) {
  await inStore("readwrite", (store) => {
    dropEarlier(store, photo);
    return photo.id ? store.delete(photo.id) : null;
  });
}

export async function waiting() {
  return (await inStore("readonly", (store) => store.getAll())) ?? [];
}

function dropEarlier(store, photo) {
  if (!replaces(photo)) return;
  store.openCursor().addEventListener("success", ({ target }) => {
    const cursor = target.result;
    if (!cursor) return;
    const { id, url, when = 0 } = cursor.value;
    if (url === photo.url && id !== photo.id && when < photo.when) cursor.delete();
    cursor.continue();
  });
}

// Private windows may refuse: then photos live as long as the page.
async function inStore(mode, action) {
  try {
    const transaction = (await opened()).transaction(NAME, mode);
    const request = action(transaction.objectStore(NAME));
    await new Promise((resolve, reject) => {
      transaction.addEventListener("complete", resolve);
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
    return request?.result;
  } catch {
    return null;
  }
}

function opened() {
  const request = indexedDB.open("route-scorer", 1);
  request.addEventListener("upgradeneeded", () =>
    request.result.createObjectStore(NAME, { keyPath: "id", autoIncrement: true }),
  );
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
