import { type Evidence, groupIndexes, knownText, type ListEvidence } from "./element-evidence.js";

/** Tests of new elements without unknown fields, which may be copies through JSON of removed old elements that had some. */
export interface BareElementTests {
  /**
   * Whether an element equals such an old one. If another new object of the list has unknown fields, its copies were made by
   * spread or by immer, which keep them.
   */
  readonly equalsRemoved: (one: Evidence) => boolean;
  /** Whether an element has the values of such an old one, and not those of the old one with its key. */
  readonly takesKey: (one: Evidence, keyOwner: Evidence) => boolean;
}

/** Creates the tests for a list. `originByUnknown` finds the old element with the unknown fields of a new one. */
export function createBareElementTests(
  { old, now, known }: ListEvidence,
  originByUnknown: (one: Evidence) => number | undefined,
): BareElementTests {
  const group = (toText: (one: Evidence) => string): ReadonlyMap<string, readonly number[]> =>
    groupIndexes(old, (one) => (one.signature.texts.size > 0 ? [toText(one)] : []));
  const byKnownText = group(knownText);
  let placed: ReadonlySet<unknown> | undefined;
  let keys: ReadonlySet<unknown> | undefined;
  let byOwnValues: ReturnType<typeof group> | undefined;
  /** Whether an old element is not in the new list, by its object or by its unknown fields. */
  const isRemoved = (index: number): boolean => {
    placed ??= new Set([...known, ...now.map(originByUnknown)]);
    return !placed.has(index);
  };
  const hasKey = (index: number): boolean => {
    keys ??= new Set(now.flatMap(({ key }) => key ?? []));
    return keys.has(old[index]?.key);
  };
  return {
    equalsRemoved(one) {
      const sources = isBare(one) ? byKnownText.get(knownText(one)) : undefined;
      if (sources === undefined) return false;
      return !now.some((other, at) => known[at] === undefined && !isBare(other)) && sources.some(isRemoved);
    },
    takesKey(one, keyOwner) {
      const text = ownValuesText(one);
      if (!isBare(one) || one.ownValues.length === 0 || text === ownValuesText(keyOwner)) return false;
      byOwnValues ??= group(ownValuesText);
      return byOwnValues.get(text)?.some((index) => isRemoved(index) && !hasKey(index)) ?? false;
    },
  };
}

function isBare({ signature }: Evidence): boolean {
  return signature.texts.size === 0;
}

function ownValuesText({ immutable, ownValues }: Evidence): string {
  return `${immutable} ${JSON.stringify([...ownValues].sort())}`;
}
