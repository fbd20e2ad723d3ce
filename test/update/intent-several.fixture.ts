import { isDeepStrictEqual } from "node:util";
import { asTree, isTreeMap, type Tree, type TreeOne, type TreeValue } from "../mask/tree.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { mapEntries } from "./draft.fixture.js";
import type { Given, IntentParts, Several, Side } from "./intent-given.fixture.js";
import { mayBeSame } from "./likeness.fixture.js";
import { treeAt } from "./seen-value.fixture.js";
import { Either, type Want, type WantedMessage } from "./want.fixture.js";

/** What one message is to be. */
type WantMessage = (given: Given) => WantedMessage;

/** What the elements of a list are to be. */
export function wantedList(parts: IntentParts, several: Several, message: WantMessage): Want {
  const [trees, drafts] = [several.now.tree as TreeOne[], several.now.draft as Draft[]];
  const oldDrafts = (several.old.draft ?? []) as Draft[];
  const sources = drafts.map((draft) => oldDrafts.indexOf(parts.origins.get(draft) as Draft));
  const want = wantedElements(parts, several, message, sources);
  if (!parts.isCloned) return want;
  // Of two objects that are equal, and both new, nobody can tell which is the copy.
  const swapped = equalPairs(trees).map(([one, other]) =>
    wantedElements(parts, several, message, sources.with(one, sources[other]!).with(other, sources[one]!)),
  );
  return swapped.length > 0 ? new Either([want, ...swapped]) : want;
}

/** The elements of a list; `sources` has where each of them stood before, -1 for a new one. */
function wantedElements(
  parts: IntentParts,
  { client, held, old, now, isShifted, isTaken }: Several,
  message: WantMessage,
  sources: readonly number[],
): readonly Want[] {
  const drafts = now.draft as Draft[];
  const oldDrafts = (old.draft ?? []) as Draft[];
  const at = (value: TreeValue | undefined, index: number): Tree | undefined => treeAt(value, index);
  return (now.tree as TreeOne[]).map((tree, index) => {
    const draft = drafts[index] as Draft;
    const from = sources[index] ?? -1;
    const after = { tree: asTree(tree), draft };
    const there = at(held.there, index);
    const read = (place: number): Side | undefined => {
      const seen = at(old.tree, place);
      return seen && { tree: seen, draft: oldDrafts[place] as Draft };
    };
    const common = { after, there, client, isInList: true, isTaken };
    const other = (): Want => message({ ...common, own: undefined, before: undefined, isShifted: true });
    const same = (place: number, isReplaced = isTaken): Want =>
      message({
        ...common,
        isTaken: isReplaced,
        own: at(held.own, place),
        before: read(place),
        isShifted: isShifted || place !== index,
      });
    const seen = read(index);
    // What was made anew and has nothing left of the old one, or another value in what is fixed for as long as an
    // element lives, is a new element for all that the API says and anybody can see: what is hidden is the old one's.
    const isOther = seen && !mayBeSame(client, seen.tree, after.tree, parts.behaviors);
    const isLost = from === index && !parts.given.has(draft) && isOther;
    if (from >= 0) return isLost ? new Either([same(from), same(from, true), other()]) : same(from);
    if (parts.kind === "update")
      return message({ ...common, own: there, before: undefined, isShifted: true });
    // A new object that is like the old one may be taken for it.
    const mayBeOld = seen && mayBeSame(client, seen.tree, after.tree, parts.behaviors);
    return mayBeOld ? new Either([other(), same(index)]) : other();
  });
}

/** What the values of a map are to be. */
export function wantedMap(parts: IntentParts, several: Several, message: WantMessage): Want {
  const { client, held, old, now, isInList, isShifted, isTaken } = several;
  const drafts = mapEntries(now.draft);
  const oldDrafts = mapEntries(old.draft);
  const at = (value: TreeValue | undefined, key: string): Tree | undefined =>
    value !== undefined && isTreeMap(value) && value.has(key) ? asTree(value.get(key)) : undefined;
  return new Map(
    Array.from(now.tree as Map<string, TreeOne>, ([key, tree]): [string, Want] => {
      const after = { tree: asTree(tree), draft: drafts.get(key) as Draft };
      const origin = parts.origins.get(after.draft);
      const from = (place: string): Want => {
        const seen = at(old.tree, place);
        return message({
          own: at(held.own, place),
          there: at(held.there, key),
          before: seen && { tree: seen, draft: oldDrafts.get(place) as Draft },
          after,
          client,
          isInList,
          isShifted: isShifted || place !== key,
          isTaken,
        });
      };
      if (origin !== undefined) {
        const place = [...oldDrafts].find(([, one]) => one === origin)?.[0] ?? key;
        // Of a clone that equals what its key held before nobody can see that it has come from another one.
        const isThere = parts.isCloned && isDeepStrictEqual(oldDrafts.get(key), after.draft);
        return [key, isThere ? new Either([from(place), from(key)]) : from(place)];
      }
      // A new object that equals the one of another key may be taken for it.
      const equals = [...oldDrafts.keys()].filter(
        (place) => place !== key && isDeepStrictEqual(at(old.tree, place), after.tree),
      );
      return [key, new Either([from(key), ...equals.map(from)])];
    }),
  );
}

/** The indexes of elements that are equal, two by two. */
function equalPairs(trees: readonly TreeOne[]): [number, number][] {
  return trees.flatMap((tree, one) =>
    trees.flatMap((another, other): [number, number][] =>
      one < other && isDeepStrictEqual(tree, another) ? [[one, other]] : [],
    ),
  );
}
