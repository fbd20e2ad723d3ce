/** Keeps the files of the page, so that it opens where its server is down: `shell.js` then serves them. */
export async function keepShell(): Promise<void> {
  // Not everywhere, and only where the page came by https or from this machine.
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  const files = performance
    .getEntriesByType("resource")
    .filter((entry) =>
      ["script", "link", "css", "img"].includes((entry as PerformanceResourceTiming).initiatorType),
    )
    .map((entry) => entry.name)
    .filter((url) => url.startsWith(location.origin));
  try {
    await navigator.serviceWorker.register("shell.js");
    await (await caches.open("shell")).addAll(["./", ...new Set(files)]);
  } catch {
    // The page is there; it is the next visit that would have been better.
  }
}
