// The service worker that shows what the server tells while the page is closed.
const courier = /** @type {any} */ (self);
/** The path under which the server lies. */
const base = courier.location.pathname.replace(/\/static\/.*/, "");

/** @param {any} event */
async function notify(event) {
  const { title, text, path } = event.data.json();
  await courier.registration.showNotification(title, {
    body: text,
    tag: path,
    data: base + path,
    icon: `${base}/static/icon-192.png`,
  });
}

/** Go to the page of the match that is open already, or open one. @param {string} path */
async function goTo(path) {
  const pages = await courier.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path);
  return there ? there.focus() : courier.clients.openWindow(path);
}

courier.addEventListener("install", () => courier.skipWaiting());
courier.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event)));
courier.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
