import type { ApiEnum, ApiMessage, ApiService } from "../api/api.js";
import { toPackage } from "../finding/titles.js";

type Renamable = ApiMessage | ApiEnum | ApiService;

/** New full names by old full names. */
export type Renames = ReadonlyMap<string, string>;

/**
 * Finds renamed elements: one that was removed and one that is new in the same proto package, with the same fields,
 * values or methods, if no other element has the same.
 */
export function findRenames<T extends Renamable>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): Renames {
  const removed = [...before.values()].filter(({ name }) => !after.has(name));
  const come = [...after.values()].filter(({ name }) => !before.has(name));
  return new Map(
    removed.flatMap((old) => {
      const like = (one: T): boolean =>
        formatContent(one) !== "" && formatContent(one) === formatContent(old);
      const [now, ...more] = come.filter(like);
      const isOne = now !== undefined && more.length === 0 && removed.filter(like).length === 1;
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
