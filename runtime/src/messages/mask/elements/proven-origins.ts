import { createBareElementTests } from "./bare-elements.js";
import { type Evidence, groupIndexes, type ListEvidence } from "./element-evidence.js";
import { ownUnknownText, type UnknownSignature } from "./unknown-signature.js";

/**
 * Returns a function that finds the index of the old element that a new one, given by its index, was copied from. It
 * yields undefined if the list does not prove where the element comes from. Proofs are, in this order:
 *
 * 1. Exactly one old element has equal unknown fields.
 * 2. The keys are equal, and no other element of either list has that key. A copy through JSON of a removed element, under
 *    the key of another one, has the values of the removed one.
 * 3. All visible values are equal, and no other element of either list has the same ones, or the index is the same. A copy
 *    through JSON of a removed element, which lacks the unknown fields of that one, would have them too.
 */
export function createProof(list: ListEvidence): (index: number) => number | undefined {
  const { old, now, mayHide } = list;
  const bare = createBareElementTests(list, originByUnknown);
  const byUnknown = groupIndexes(old, ({ signature }) => listUnknownTexts(signature));
  const byKey = [old, now].map((all) => groupIndexes(all, ({ key }) => (key === undefined ? [] : [key])));
  const byVisible = [old, now].map((all) => groupIndexes(all, ({ visible }) => [visible]));

  function originByUnknown({ signature }: Evidence): number | undefined {
    const own = ownUnknownText(signature);
    if (own !== undefined) return onlyOne(byUnknown.get(ownText(own)) ?? []);
    // A message inside proves it too, unless the old element had unknown fields itself.
    const owners = listUnknownTexts(signature).flatMap((text) => onlyOne(byUnknown.get(text) ?? []) ?? []);
    return onlyOne([...new Set(owners)].filter((index) => old[index]?.signature.barePaths.has("")));
  }

  function originByKey(one: Evidence): number | undefined {
    const { key = "", immutable, signature } = one;
    const [before = [], after = []] = byKey.map((indexes) => indexes.get(key));
    const index = onlyOne(before);
    const origin = index === undefined ? undefined : old[index];
    if (origin?.immutable !== immutable || after.length !== 1) return undefined;
    // With the unknown fields of another old element, it is a copy of that one under a new key.
    const own = ownUnknownText(signature);
    const isOthers = own !== ownUnknownText(origin.signature) && byUnknown.has(ownText(own));
    return isOthers || bare.takesKey(one, origin) ? undefined : index;
  }

  function originByValues(one: Evidence, index: number): number | undefined {
    const { visible } = one;
    if (bare.equalsRemoved(one)) return undefined;
    const [before = [], after = []] = byVisible.map((indexes) => indexes.get(visible));
    if (before.length === 1 && after.length === 1) return before[0];
    // If there are fewer than before, one was removed, and no response shows which INPUT_ONLY values went with it.
    return before.includes(index) && (!mayHide || after.length >= before.length) ? index : undefined;
  }

  return (index) => {
    const one = now[index];
    return one && (originByUnknown(one) ?? originByKey(one) ?? originByValues(one, index));
  };
}

function onlyOne(indexes: readonly number[]): number | undefined {
  return indexes.length === 1 ? indexes[0] : undefined;
}

function listUnknownTexts({ texts }: UnknownSignature): string[] {
  return [...texts].flatMap(([path, all]) => [...new Set(all)].map((text) => `${path} ${text}`));
}

/** The text of an element's own unknown fields, as `listUnknownTexts` lists it. */
function ownText(own: string | undefined): string {
  return ` ${own}`;
}
