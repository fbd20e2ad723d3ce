import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { fromJson, toJson } from "../../messages/json/index.js";
import { diffMask } from "../../messages/mask/derive/diff-mask.js";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { defineEnum } from "../../messages/table/enum-type.js";
import { fields } from "../../messages/table/field-text.js";
import { fill } from "../../messages/table/fill.js";
import { defineMessage, type MessageType } from "../../messages/wire/message-type.js";
import { deriveUpdate } from "./update-request.js";

interface Part {
  size: number;
  mode?: number | undefined;
  tags: Record<string, string>;
}
interface Box {
  first?: Part | undefined;
  second?: Part | undefined;
  byName: Record<string, Part>;
  list: Part[];
}

const Mode = defineEnum({ ONE: 1 });
const PartType: MessageType<Part> = defineMessage<Part>(
  "acme.v1.Part",
  ([size, mode, tags]) => ({ size, mode, tags }),
  () => undefined,
  () => fields`
    int32 size = 1
    optional ${Mode} mode = 2 closed
    map<string,string> tags = 3
  `,
);
const BoxType: MessageType<Box> = defineMessage<Box>(
  "acme.v1.Box",
  ([first, second, byName, list]) => ({ first, second, byName, list }),
  () => undefined,
  () => fields`
    ${PartType} first = 1
    ${PartType} second = 2
    map<string,${PartType}> by_name = 3
    repeated ${PartType} list = 4
  `,
);

/** A box whose first part has size 1, a tag, and a mode that this SDK does not know. */
const read = (): Box => BoxType.decode(Buffer.from("0a0c080110091a060a0161120162", "hex"));

/** Moves the first part of a box elsewhere. */
type Move = (part: Part, box: Box) => void;

const toSecond: Move = (part, box) => (box.second = part);

function maskOf(before: Box, after: Box): string {
  const handedOut = pairByPlace(BoxType, fill(BoxType, before), before);
  return deriveUpdate({
    resourceTable: BoxType,
    requestTable: BoxType,
    before,
    after,
    handedOut,
  }).resetMask.toString();
}

function moved(box: Box, move: Move): Box {
  const { first } = box;
  if (first === undefined) throw new Error("The box has no first part");
  box.first = undefined;
  move(first, box);
  return box;
}

describe("a message with an enum number that this SDK does not know", () => {
  it.each<[title: string, move: Move]>([
    ["to another field", toSecond],
    ["to another field, and a value was changed", (part, box) => toSecond({ ...part, size: 2 }, box)],
    ["to another field, and a map was cleared", (part, box) => toSecond({ ...part, tags: {} }, box)],
    ["to a map", (part, box) => (box.byName["x"] = part)],
    ["to a list", (part, box) => box.list.push(part)],
  ])("is not moved by its copy through JSON, which lacks the number: %s", (_, move) => {
    const after = moved(fromJson(BoxType, toJson(BoxType, read())), move);
    const error = codedError("MASK_PATH_INVALID", /may be a copy of the old first, which was removed/);
    expect(() => maskOf(read(), after)).toThrow(error);
    expect(() => diffMask(BoxType, read(), after)).toThrow(error);
  });

  it("is moved by the object itself, with the number", () => {
    const before = read();
    const handedOut = fill(BoxType, before);
    const { request } = deriveUpdate({
      resourceTable: BoxType,
      requestTable: BoxType,
      before,
      after: moved(handedOut, toSecond),
      handedOut: pairByPlace(BoxType, handedOut, before),
    });
    expect(request).toMatchObject({ second: { size: 1, mode: 9 } });
  });

  it("makes room for another message that shares nothing with it", () => {
    const after = moved(
      fromJson(BoxType, toJson(BoxType, read())),
      (_, box) => (box.second = { size: 7, tags: {} }),
    );
    expect(maskOf(read(), after)).toBe("first");
  });
});
