import type { ApiEnum, ApiMessage } from "../api/api.js";

/** New full names by the old ones. */
export type Renames = ReadonlyMap<string, string>;

/**
 * Types that are called otherwise and are the same: one that is gone and one that is new in the same proto
 * package, with the same fields or values, and no other like them.
 */
export function renamesOf<T extends ApiMessage | ApiEnum>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): Renames {
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const come = [...after.values()].filter(({ name }) => !before.has(name));
  return new Map(
    gone.flatMap((old) => {
      const like = (one: T): boolean => contentOf(one) !== "" && contentOf(one) === contentOf(old);
      const [now, ...more] = come.filter(like);
      const isOne = now !== undefined && more.length === 0 && gone.filter(like).length === 1;
      return isOne && scopeOf(old.name) === scopeOf(now.name) ? [[old.name, now.name] as const] : [];
    }),
  );
}

/** Fields or values as text; nothing for what has none, which is like everything else that has none. */
function contentOf(one: ApiMessage | ApiEnum): string {
  const parts =
    "fields" in one
      ? [...one.fields.values()].map(({ name, number, type }) => [
          name,
          number,
          type === one.name ? "itself" : type,
        ])
      : [...one.values.values()].map(({ name, number }) => [name.replace(/^.*_(?=[A-Z0-9]+$)/, ""), number]);
  return parts
    .map((part) => part.join(" "))
    .sort()
    .join();
}

function scopeOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}
