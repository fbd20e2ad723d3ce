/** An input of the judge: whether programs create or read a type, which decides what it tries. */
import type { Use } from "../finding/finding.js";
import type { Declared, Shape, Surface } from "../../surface/surface.js";

/** Finds whether callers create values of a type, read them, or both. */
export interface Uses {
  find(declared: Declared): Use;
}

/**
 * Follows the types that parameters and results refer to. Callers create values of types that only parameters refer to,
 * and read values of types that only results refer to.
 */
export function findUses(surface: Surface): Uses {
  let found: Reached | undefined;
  const reached = (): Reached => (found ??= findReached(surface));
  return {
    find(declared) {
      const { name, note, type } = declared;
      if (note.origin?.element.startsWith("message ")) return "message";
      // The SDK creates classes and constants.
      if (type === undefined || type.kind === "class") return "read";
      const { made, read } = reached();
      if (read.has(name) === made.has(name)) return "both";
      return read.has(name) ? "read" : "made";
    },
  };
}

interface Reached {
  readonly made: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
}

function findReached(surface: Surface): Reached {
  const declared = new Map<string, Declared[]>();
  const roots: Roots = { made: [], read: [] };
  for (const { names } of surface.entries.values()) {
    for (const [name, one] of names) {
      declared.set(name, [...(declared.get(name) ?? []), one]);
      for (const shape of [one.value?.shape, one.type?.kind === "class" ? one.type.shape : undefined])
        if (shape) collect(shape, roots);
      // An object of a generic type may accept its type arguments, such as the handlers of a server definition.
      if (one.value?.shape.kind === "text" && one.value.shape.text.includes("<"))
        roots.made.push(one.value.shape.text);
    }
  }
  for (const one of surface.hidden) declared.set(one.name, [...(declared.get(one.name) ?? []), one]);
  return { made: follow(roots.made, declared), read: follow(roots.read, declared) };
}

interface Roots {
  readonly made: string[];
  readonly read: string[];
}

/** Collects the texts of types that callers create and read. A callback's parameters are read, and its result is created. */
function collect(shape: Shape, roots: Roots): void {
  if (shape.kind === "object") for (const member of shape.members) collect(member.shape, roots);
  else if (shape.kind === "function") {
    for (const { parameters, returns } of shape.signatures) {
      for (const parameter of parameters) collect(parameter.shape, { made: roots.read, read: roots.made });
      collect(returns, roots);
    }
  } else roots.read.push(shape.text);
}

/** Collects the names in texts of types, and follows the types of these names. */
function follow(
  texts: readonly string[],
  declared: ReadonlyMap<string, readonly Declared[]>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...texts];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [written] of text.matchAll(/[A-Za-z_$][\w$.]*/g)) {
      const name = findDeclared(written, declared);
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      for (const { type } of declared.get(name) ?? [])
        if (type && type.kind !== "class") queue.push(type.head, listTypeTexts(type.shape));
    }
  }
  return found;
}

/** Returns the longest start of a name with dots that is declared: `Outer.Inner` of `Outer.Inner.id`. */
function findDeclared(name: string, declared: ReadonlyMap<string, unknown>): string | undefined {
  if (declared.has(name)) return name;
  const end = name.lastIndexOf(".");
  return end < 0 ? undefined : findDeclared(name.slice(0, end), declared);
}

function listTypeTexts(shape: Shape): string {
  if (shape.kind !== "object") return shape.text;
  return shape.members.map(({ shape: inner }) => listTypeTexts(inner)).join(" ");
}
