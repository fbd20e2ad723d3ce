import type { Connection } from "./load/connection.js";

/** The connection as the browser tells of it. */
export const browserConnection: Connection = {
  get isOnline() {
    return navigator.onLine;
  },
  onChange(listener) {
    addEventListener("online", listener);
    addEventListener("offline", listener);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") listener();
    });
  },
};
