import { isDeepStrictEqual } from "node:util";
import type { DescField } from "@bufbuild/protobuf";
import { isNamedNumber, isTreeList, isTreeMap, type TreeOne, type TreeValue } from "../mask/tree.fixture.js";
import { heldValues } from "./cloud.fixture.js";
import { Either, exactly, Judged, show, type Want } from "./want.fixture.js";

/** Whether a value holds numbers of a closed enum that those who know the field so do not know. */
export function holdsStrange(field: DescField, value: TreeValue | undefined): boolean {
  return value !== undefined && heldValues(value).some((one) => !isNamedNumber(field, one));
}

/**
 * What a field is to be that holds numbers which its client does not know, and which the program did not ask to
 * clear: they stay, beside what the client has made of the others, and in a list at their places.
 */
export function keptNumbers(field: DescField, own: TreeValue, after: TreeValue | undefined): Want {
  if (isTreeList(own)) {
    const kept = new Judged((got) => listFault(field, own, isTreeList(after) ? after : [], got));
    // An empty list may be meant to be empty.
    return after === undefined ? new Either([undefined, kept]) : kept;
  }
  if (!isTreeMap(own)) return after === undefined ? exactly(own) : exactly(after);
  const strange = [...own].filter(([, one]) => !isNamedNumber(field, one));
  const kept = exactly(new Map([...strange, ...(isTreeMap(after) ? after : [])]));
  return after === undefined ? new Either([undefined, kept]) : kept;
}

function listFault(
  field: DescField,
  own: readonly TreeOne[],
  after: readonly TreeOne[],
  got: TreeValue | undefined,
): string | undefined {
  const list = got !== undefined && isTreeList(got) ? got : [];
  const known = (one: TreeOne): boolean => isNamedNumber(field, one);
  const strange = (one: TreeOne): boolean => !known(one);
  const seen = own.filter(known);
  const isLonger = isDeepStrictEqual(after.slice(0, seen.length), seen);
  const isRight = isLonger
    ? isDeepStrictEqual(list, [...own, ...after.slice(seen.length)])
    : isDeepStrictEqual(list.filter(known), after) &&
      isDeepStrictEqual(list.filter(strange), own.filter(strange));
  if (isRight) return undefined;
  return `is ${show(list)}, want ${show(after)} with the numbers of ${show(own)} that the client does not know`;
}
