import { deepStrictEqual } from "node:assert/strict";
import { fromBinary, toBinary, type DescMessage } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { expect } from "vitest";
import type { Codecs } from "../oracle/codecs.fixture.js";
import { randomMessage } from "../oracle/random-message.fixture.js";

/**
 * Holds the codecs of the two engines against each other, message by message: they read the same values from the same
 * bytes, and write the same bytes for them; where ts-proto may write them otherwise (docs/reference/messages.md), bytes of the
 * same message.
 */
export function expectSameBytes(
  ours: Codecs,
  theirs: Codecs,
  messages: readonly DescMessage[],
  runs: number,
): void {
  for (const desc of messages) {
    const [one, other] = [ours, theirs].map((codecs) => codecs.codec(codecs.message(desc.typeName)));
    if (!one || !other) throw new Error(`an engine has no ${desc.typeName}`);
    const isAlike = [...reachable(desc)].every(isWrittenAlike);
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const bytes = toBinary(desc, randomMessage(desc, draw, 2).message);
        const message = one.decode(bytes);
        fc.pre(!holdsLost(message));
        // Not `toStrictEqual`, which takes a map's key "constructor" for the class of the map.
        deepStrictEqual(other.decode(bytes), message, desc.typeName);
        const [want, written] = [one.encode(message), other.encode(message)];
        if (isAlike) expect(written, desc.typeName).toEqual(want);
        else expect(again(desc, written), desc.typeName).toEqual(again(desc, want));
      }),
      { numRuns: runs },
    );
  }
}

/** Whether ts-proto writes the fields of a message in the order of their numbers, and with all that we write. */
function isWrittenAlike({ fields, oneofs }: DescMessage): boolean {
  // The entry of a map leaves out a key or a value that is a default; the members of a oneof stand where its first one does.
  if (fields.some((field) => field.fieldKind === "map")) return false;
  return oneofs.every((oneof) => {
    const numbers = oneof.fields.map((field) => field.number);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    return fields.every(({ number, oneof: own }) => own === oneof || number < first || number > last);
  });
}

/** The same message as protobuf-es writes it. */
function again(desc: DescMessage, bytes: Uint8Array): Uint8Array {
  return toBinary(desc, fromBinary(desc, bytes));
}

/** Whether a message has what ts-proto loses: a key `__proto__` of a map, or the sign of a -0 in one. */
function holdsLost(value: unknown): boolean {
  if (Object.is(value, -0)) return true;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (Object.hasOwn(value, "__proto__")) return true;
  return (value instanceof Map ? [...value.values()] : Object.values(value)).some(holdsLost);
}

/** A message and all that can be in it. */
export function reachable(desc: DescMessage, seen = new Set<DescMessage>()): Set<DescMessage> {
  if (seen.has(desc)) return seen;
  seen.add(desc);
  for (const { message } of desc.fields) if (message) reachable(message, seen);
  return seen;
}
