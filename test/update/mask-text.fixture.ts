/** The wildcard in a path. */
export const star: unique symbol = Symbol("*");
/** One step of a path: a name, a key, an index as text, or the wildcard. */
export type Step = string | typeof star;
export type MaskPaths = readonly (readonly Step[])[];

/**
 * The paths that the text of a mask stands for, read as the conventions' table
 * of elements says. A server of its own: it shares nothing with the runtime.
 *
 * @throws an Error for text that is no mask
 */
export function readMask(text: string): MaskPaths {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[A-Za-z0-9_]+|[^\s]/gu) ?? [];
  let at = 0;
  const union = (): Step[][] => {
    const paths = path();
    while (tokens[at] === ",") {
      at += 1;
      paths.push(...path());
    }
    return paths;
  };
  const path = (): Step[][] => {
    let heads = factor();
    while (tokens[at] === ".") {
      at += 1;
      const tails = factor();
      heads = heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
    }
    return heads;
  };
  const factor = (): Step[][] => {
    const token = tokens[at];
    at += 1;
    if (token === "*") return [[star]];
    if (token?.startsWith('"')) return [[String(JSON.parse(token))]];
    if (token !== undefined && /^\w+$/.test(token)) return [[token]];
    if (token !== "(") throw new Error(`no mask: ${text}`);
    const inside = tokens[at] === ")" ? [[]] : union();
    if (tokens[at] !== ")") throw new Error(`no mask: ${text}`);
    at += 1;
    return inside;
  };
  if (tokens.length === 0) return [];
  const paths = union();
  if (at < tokens.length) throw new Error(`no mask: ${text}`);
  return paths;
}

/** The text of paths. */
export function writeMask(paths: MaskPaths): string {
  const step = (one: Step): string => {
    if (one === star) return "*";
    return /^\w+$/.test(one) ? one : JSON.stringify(one);
  };
  return paths.map((path) => path.map(step).join(".")).join(",");
}

/** What is left of the paths that begin with a name, past it. */
export function pathsAt(paths: MaskPaths, name: string): MaskPaths {
  const found: (readonly Step[])[] = [];
  for (const path of paths)
    if (path.length > 0 && (path[0] === name || path[0] === star)) found.push(path.slice(1));
  return found;
}
