import type { Use } from "../finding/finding.js";
import type { Declared, Shape, Surface } from "../../surface/surface.js";

/** Says who makes values of a declared type. */
export interface Uses {
  of(declared: Declared): Use;
}

/**
 * Follows the types that parameters and results name. What only parameters lead to is made by callers, what only
 * results lead to is read by them.
 */
export function usesOf(surface: Surface): Uses {
  let found: Reached | undefined;
  const reached = (): Reached => (found ??= reachedIn(surface));
  return {
    of(declared) {
      const { name, note, type } = declared;
      if (note.origin?.element.startsWith("message ")) return "message";
      // Servers are written by people, and nothing else refers to what they write.
      if (/Handlers\$?$/.test(name)) return "made";
      // Nobody makes what a class or a constant is: it is there.
      if (type === undefined || type.kind === "class") return "read";
      const { made, read } = reached();
      // What callers make they may read as well, from where they keep it.
      return read.has(name) && !made.has(name) ? "read" : "both";
    },
  };
}

interface Reached {
  readonly made: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
}

function reachedIn(surface: Surface): Reached {
  const declared = new Map<string, Declared[]>();
  const roots: { readonly made: string[]; readonly read: string[] } = { made: [], read: [] };
  for (const { names } of surface.entries.values()) {
    for (const [name, one] of names) {
      declared.set(name, [...(declared.get(name) ?? []), one]);
      for (const shape of [one.value?.shape, one.type?.kind === "class" ? one.type.shape : undefined])
        if (shape) collect(shape, roots);
    }
  }
  return { made: follow(roots.made, declared), read: follow(roots.read, declared) };
}

function collect(shape: Shape, roots: { readonly made: string[]; readonly read: string[] }): void {
  if (shape.kind === "object") for (const member of shape.members) collect(member.shape, roots);
  else if (shape.kind === "function") {
    for (const { parameters, returns } of shape.signatures) {
      for (const parameter of parameters) roots.made.push(parameter.shape.text);
      roots.read.push(returns.text);
    }
  } else roots.read.push(shape.text);
}

/** Names that texts of types hold, and those that the types of these hold. */
function follow(
  texts: readonly string[],
  declared: ReadonlyMap<string, readonly Declared[]>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...texts];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (found.has(name) || !declared.has(name)) continue;
      found.add(name);
      for (const { type } of declared.get(name) ?? [])
        if (type && type.kind !== "class") queue.push(type.head, wholeText(type.shape));
    }
  }
  return found;
}

function wholeText(shape: Shape): string {
  if (shape.kind !== "object") return shape.text;
  return shape.members.map(({ shape: inner }) => wholeText(inner)).join(" ");
}
