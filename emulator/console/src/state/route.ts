import { useLayoutEffect, useState } from "preact/hooks";

/** A page of the console with its parameters: the part of the address after `#`. */
export interface Route {
  /** `resources`, `calls` */
  readonly page: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the part of an address after `#`: `#/resource?kind=compute/disk&id=d`. */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { page: path === "" ? "resources" : path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes the address of a page. Parameters without a value are left out. */
export function routeTo(page: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? "") !== "");
  const text = new URLSearchParams(given).toString();
  return `#/${page}${text === "" ? "" : `?${text}`}`;
}

/** Returns the page that the address names, and renders again when that changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  // Before the page is painted, so that no change of the address is missed.
  useLayoutEffect(() => {
    const follow = (): void => setRoute(readRoute(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
