import type { ApiEnum, ApiMessage, ApiService } from "../api/api.js";
import { packageOf } from "../finding/titles.js";

type Renamable = ApiMessage | ApiEnum | ApiService;

/** New full names by the old ones. */
export type Renames = ReadonlyMap<string, string>;

/**
 * Types that are called otherwise and are the same: one that is gone and one that is new in the same proto
 * package, with the same fields or values, and no other like them.
 */
export function renamesOf<T extends Renamable>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): Renames {
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const come = [...after.values()].filter(({ name }) => !before.has(name));
  return new Map(
    gone.flatMap((old) => {
      const like = (one: T): boolean => contentText(one) !== "" && contentText(one) === contentText(old);
      const [now, ...more] = come.filter(like);
      const isOne = now !== undefined && more.length === 0 && gone.filter(like).length === 1;
      return isOne && packageOf(old.name) === packageOf(now.name) ? [[old.name, now.name] as const] : [];
    }),
  );
}

/** Members as text; nothing for what has none, which is like everything else that has none. */
function contentText(one: Renamable): string {
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
      // What is nested in it is called after it.
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
  // The values are called after the enum.
  return [...one.values.values()].map(({ name, number }) => [name.replace(/^.*_(?=[A-Z0-9]+$)/, ""), number]);
}
