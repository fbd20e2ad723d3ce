import type { Connection } from "./load/connection.js";

/** The network state that the browser reports. */
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
