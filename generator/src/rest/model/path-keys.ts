/**
 * Returns the path that a key of `paths` stands for: without spaces around it and in the names of its parameters,
 * beginning with `/`, with `%20` for other spaces, and without a query of RFC 6570 such as `{?limit,page}`.
 */
export function normalizePathKey(key: string): string {
  const path = trimPathKey(key)
    .replace(/\{[?&][^{}]*\}/g, "")
    .replace(/\{\s*([^{}]*?)\s*\}/g, "{$1}")
    .replace(/[ \t]+/g, "%20");
  return path.startsWith("/") ? path : `/${path}`;
}

/** Returns a key of `paths` without spaces around it. */
export function trimPathKey(key: string): string {
  return key.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/g, "");
}

/** Lists the names of the queries of RFC 6570 in a key of `paths`: `limit` and `page` in `/pets{?limit,page}`. */
export function listQueryNames(key: string): readonly string[] {
  return [...key.matchAll(/\{[?&]([^{}]*)\}/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/\*$|:\d+$/, "")),
  );
}

/** Splits a path from its query, and drops the fragment. */
export function splitQuery(path: string): readonly [path: string, query: string] {
  const [sent = ""] = path.split("#", 1);
  const at = sent.indexOf("?");
  return at < 0 ? [sent, ""] : [sent.slice(0, at), sent.slice(at + 1)];
}
