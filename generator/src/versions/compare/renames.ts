import type { Api, ApiEnum, ApiMessage, ApiService } from "../api/api.js";
import { toPackage } from "../finding/titles.js";

type Renamable = ApiMessage | ApiEnum | ApiService;

/** New full names by old full names. */
export type Renames = ReadonlyMap<string, string>;

/** The two versions of an API. */
export interface ApiSides {
  readonly before: Api;
  readonly after: Api;
}

/** Returns whether an old and a new element have the same names in TypeScript: `get_foo` and `GetFoo`. */
export function haveSameNames(old: string, now: string, { before, after }: ApiSides): boolean {
  const [names, others] = [before.names?.get(old), after.names?.get(now)];
  if (!names || !others) return false;
  return [...names].every(([role, name]) => role === "module" || others.get(role) === name);
}

/**
 * Finds renamed elements: one that was removed and one that is new in the same proto package, with the same fields,
 * values or methods, if no other element has the same. One with the same name in TypeScript has priority.
 */
export function findRenames<T extends Renamable>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  sides: ApiSides,
): Renames {
  const removed = [...before.values()].filter(({ name }) => !after.has(name));
  const come = [...after.values()].filter(({ name }) => !before.has(name));
  return new Map(
    removed.flatMap((old) => {
      const content = formatContent(old);
      const like = (one: T): boolean => content !== "" && formatContent(one) === content;
      const same = come.find(
        (one) => formatContent(one) === content && haveSameNames(old.name, one.name, sides),
      );
      const [now, ...more] = same ? [same] : come.filter(like);
      const isOne = now !== undefined && (same || (more.length === 0 && removed.filter(like).length === 1));
      return isOne && toPackage(old.name) === toPackage(now.name) ? [[old.name, now.name] as const] : [];
    }),
  );
}

/** Returns the members as text. The text is empty for an element without members, which matches no other. */
function formatContent(one: Renamable): string {
  return listParts(one)
    .map((part) => part.join(" "))
    .sort()
    .join();
}

function listParts(one: Renamable): (readonly (string | number)[])[] {
  if ("fields" in one)
    return [...one.fields.values()].map(({ name, number, type }) => [
      name,
      number,
      // The names of nested types begin with that of the message.
      type.replaceAll(/[\w.]+/g, (name) =>
        name === one.name || name.startsWith(`${one.name}.`) ? `itself${name.slice(one.name.length)}` : name,
      ),
    ]);
  if ("methods" in one)
    return [...one.methods.values()].map(({ name, request, response, kind }) => [
      name,
      request,
      response,
      kind,
    ]);
  // The names of values begin with that of the enum.
  return [...one.values.values()].map(({ name, number }) => [name.replace(/^.*_(?=[A-Z0-9]+$)/, ""), number]);
}
