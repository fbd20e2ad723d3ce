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
  modes?: number[];
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
  ([size, mode, tags, modes]) => ({ size, mode, tags, modes }),
  () => undefined,
  () => fields`
    int32 size = 1
    optional ${Mode} mode = 2 closed
    map<string,string> tags = 3
    repeated ${Mode} modes = 4 closed
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

/** A copy of a box through JSON, which lacks the numbers. */
const throughJson = (box: Box): Box => fromJson(BoxType, toJson(BoxType, box));

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
    const after = moved(throughJson(read()), move);
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
    const after = moved(throughJson(read()), (_, box) => (box.second = { size: 7, tags: {} }));
    expect(maskOf(read(), after)).toBe("first");
  });
});

describe("an element of a list with an enum number that this SDK does not know", () => {
  /** A box whose list has a part with size 1, a tag and the number; behind a part with size 2 if `isSecond`. */
  const listed = (isSecond: boolean): Box =>
    BoxType.decode(Buffer.from(`${isSecond ? "22020802" : ""}220c080110091a060a0161120162`, "hex"));

  it.each<[title: string, isSecond: boolean, edit: (copies: Part[]) => Part[]]>([
    ["unchanged", false, (copies) => copies],
    ["with another value", false, (copies) => copies.map((one) => ({ ...one, size: 5 }))],
    ["without its map", false, (copies) => copies.map((one) => ({ ...one, tags: {} }))],
    ["at the index of a removed element", true, ([, one]) => (one ? [one] : [])],
    [
      "at the index of a removed element, with another value",
      true,
      ([, one]) => (one ? [{ ...one, size: 5 }] : []),
    ],
    [
      "at another index, with another value",
      true,
      ([other, one]) => (one && other ? [{ ...one, size: 5 }, other] : []),
    ],
  ])("is not replaced by its copy through JSON, which lacks the number: %s", (_, isSecond, edit) => {
    const before = listed(isSecond);
    const after = { ...listed(isSecond), list: edit(throughJson(before).list) };
    const error = codedError("MASK_PATH_INVALID", /^reset mask: list\.\d is a new object/);
    expect(() => maskOf(before, after)).toThrow(error);
    expect(() => diffMask(BoxType, before, after)).toThrow(error);
  });

  it.each<[title: string, after: (list: Part[]) => Part[], mask: string]>([
    ["a copy by spread, with another value", ([part]) => (part ? [{ ...part, size: 5 }] : []), ""],
    ["another element that shares nothing with it", () => [{ size: 7, tags: {} }], "list.0.*"],
    ["nothing", () => [], "list"],
  ])("is replaced by %s", (_, change, mask) => {
    const before = listed(false);
    expect(maskOf(before, { ...listed(false), list: change(listed(false).list) })).toBe(mask);
  });
});

describe("a structure with an enum number that this SDK does not know, in a field or under a key", () => {
  const keyed = (): Box => BoxType.decode(Buffer.from("1a110a0178120c080110091a060a0161120162", "hex"));
  const part = (box: Box): Part => {
    const one = box.first ?? box.byName["x"];
    if (one === undefined) throw new Error("The box has no part");
    return one;
  };

  describe.each<[place: string, read: () => Box, put: (one: Part) => Partial<Box>]>([
    ["first", read, (first) => ({ first })],
    ["by_name.x", keyed, (x) => ({ byName: { x } })],
  ])("%s", (place, readBox, put) => {
    it.each<[title: string, change: Partial<Part>]>([
      ["unchanged", {}],
      ["with another value", { size: 5 }],
      ["without its map", { tags: {} }],
    ])("is not replaced by its copy through JSON, which lacks the number: %s", (_, change) => {
      const after = { ...readBox(), ...put({ ...part(throughJson(readBox())), ...change }) };
      const lost = `reset mask: ${place}.mode has an enum number that this SDK does not know`;
      const error = codedError("MASK_PATH_INVALID", lost);
      expect(() => maskOf(readBox(), after)).toThrow(error);
      expect(() => diffMask(BoxType, readBox(), after)).toThrow(error);
    });

    it.each<[title: string, after: (old: Part) => Part, mask: string]>([
      ["a copy by spread, with another value", (old) => ({ ...old, size: 5 }), ""],
      ["a copy by spread, without the value", (old) => ({ ...old, mode: undefined }), `${place}.mode`],
      ["an object with another value of the enum", () => ({ size: 1, mode: 1, tags: { a: "b" } }), ""],
      ["another message that shares nothing with it", () => ({ size: 7, tags: {} }), `${place}.(mode,tags)`],
    ])("is replaced by %s", (_, change, mask) => {
      expect(maskOf(readBox(), { ...readBox(), ...put(change(part(readBox()))) })).toBe(mask);
    });
  });

  it("is not replaced with the whole resource by a copy through JSON", () => {
    const old = PartType.decode(Buffer.from("08011009", "hex"));
    const copy = fromJson(PartType, toJson(PartType, old));
    expect(() => diffMask(PartType, old, { ...copy, tags: { a: "b" } })).toThrow(
      /mask: mode has an enum number/,
    );
    expect(() => diffMask(BoxType, read(), throughJson(read()))).toThrow(
      /mask: first\.mode has an enum number/,
    );
    expect(diffMask(PartType, old, { size: 2, tags: {} }).toString()).toBe("mode");
  });

  it.each<[title: string, modes: number[]]>([
    ["unchanged", [1]],
    ["with another list", [1, 1]],
  ])("is not replaced by its copy through JSON, which lacks the number in a list: %s", (_, modes) => {
    const readBox = (): Box => BoxType.decode(Buffer.from("0a06080120012009", "hex"));
    const after = { ...readBox(), first: { ...part(throughJson(readBox())), modes } };
    const error = codedError(
      "MASK_PATH_INVALID",
      "first.modes has an enum number that this SDK does not know",
    );
    expect(() => maskOf(readBox(), after)).toThrow(error);
    expect(() => diffMask(BoxType, readBox(), after)).toThrow(error);
    expect(maskOf(readBox(), { ...readBox(), first: { ...part(readBox()), size: 5 } })).toBe("");
  });
});
