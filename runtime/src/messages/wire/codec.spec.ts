import { describe, expect, it } from "vitest";
import { fields } from "../table/field-text.js";
import { defineMessage, type MessageType } from "./message-type.js";
import type { UnknownFields } from "./unknown-fields.js";
import { codedError } from "../../../../test/coded-error.js";

interface Tree {
  name: string;
  left: Tree | undefined;
  group: Tree | undefined;
  _unknownFields?: UnknownFields | undefined;
}

/** As the generator writes it. */
const Tree: MessageType<Tree> = defineMessage<Tree>(
  "a.Tree",
  (v) => ({ name: v[0], left: v[1], group: v[2] }),
  (message, writer) => {
    writer.unknown(message._unknownFields);
    if (message.name !== "") writer.string(10, message.name);
    if (message.left !== undefined) Tree.wire.write(writer, 18, message.left);
    if (message.group !== undefined) Tree.wire.writeGroup(writer, 27, message.group);
  },
  () => fields`
    string name = 1
    ${Tree} left = 2
    ${Tree} group = 3 group
  `,
);

const tree = (more: Partial<Tree> = {}): Tree => ({ name: "", left: undefined, group: undefined, ...more });
const decode = (hex: string): Tree => Tree.decode(Buffer.from(hex, "hex"));
const encode = (message: Tree): string => Buffer.from(Tree.encode(message)).toString("hex");

describe("a codec", () => {
  it.each([
    ["nothing", tree(), ""],
    ["a message inside", tree({ name: "a", left: tree({ name: "b" }) }), "0a016112030a0162"],
    ["a group inside", tree({ group: tree({ name: "b" }) }), "1b0a01621c"],
    ["an empty message inside", tree({ left: tree() }), "1200"],
  ])("writes and reads %s", (_, message, hex) => {
    expect(encode(message)).toBe(hex);
    expect(decode(hex)).toEqual(message);
  });

  it("writes a message in the same way whatever was written before it", () => {
    const messages = [5, 200, 3, 20_000, 200, 0].map((length) =>
      tree({ left: tree({ name: "a".repeat(length) }) }),
    );
    const nested = tree({ left: tree({ name: "b".repeat(300), left: tree({ left: tree({ name: "c" }) }) }) });
    for (const message of [...messages, nested, ...messages]) {
      expect(Tree.decode(Tree.encode(message))).toEqual(message);
    }
    expect(messages.map((message) => encode(message).slice(2, 8))).toEqual([
      "070a05",
      "cb010a",
      "050a03",
      "a49c01",
      "cb010a",
      "00",
    ]);
  });

  it("keeps an extension, whose message is read from what was kept", () => {
    const { _unknownFields: unknown } = decode("a206030a0161a206030a0162");
    const field = unknown?.findLast(({ number }) => number === 100);
    expect(field && Tree.decode(field.value)).toEqual(tree({ name: "b" }));
  });

  it("merges a message that comes in pieces", () => {
    expect(decode("12030a0161120412020a00")).toEqual(tree({ left: tree({ name: "a", left: tree() }) }));
    expect(decode("1b0a01611c1b12001c")).toEqual(tree({ group: tree({ name: "a", left: tree() }) }));
  });

  it("keeps what it does not know at every level, in its order, and writes it before what it knows", () => {
    const message = decode("120738010a016128010a0162");
    expect(message.left?._unknownFields).toEqual([
      { number: 7, wireType: 0, value: Uint8Array.of(1) },
      { number: 5, wireType: 0, value: Uint8Array.of(1) },
    ]);
    expect(encode(message)).toBe("0a01621207380128010a0161");
  });

  it("makes an empty message, a new one each time", () => {
    expect(Tree.wire.empty()).toEqual(tree());
    expect(Tree.wire.empty()).not.toBe(Tree.wire.empty());
  });

  it("says where a message contains itself", () => {
    const ring = tree();
    ring.left = tree({ group: ring });
    expect(() => Tree.encode(ring)).toThrow(
      codedError("MESSAGE_INVALID", "the message contains itself, in its field left"),
    );
  });

  it.each([
    ["0a0161", "string"],
    [undefined, "undefined"],
    [new ArrayBuffer(1), "ArrayBuffer"],
    [[10, 0], "Array"],
    [Object.create(null), "object"],
  ])("refuses what are no bytes: %s", (input, name) => {
    expect(() => Tree.decode(input as Uint8Array)).toThrow(
      codedError("MESSAGE_INVALID", `a message is read from bytes (Uint8Array), not ${name}`),
    );
  });

  it.each([
    ["0a0161ff", "this is not an a.Tree, at byte 4 of 4: premature EOF: a tag has no end"],
    ["12030a01ff", "this is not an a.Tree, at byte 5 of 5: text that is not UTF-8"],
    ["00", "this is not an a.Tree, at byte 1 of 1: "],
  ])("says which message could not be read, why, and at which byte: %s", (hex, want) => {
    expect(() => decode(hex)).toThrow(codedError("MESSAGE_INVALID", want));
  });

  it.each<[message: unknown, want: string]>([
    [tree({ left: tree({ name: 4 as never }) }), "left.name: a string is needed, got 4"],
    [{ ...tree(), left: "b" }, 'left: an object is needed, got "b"'],
    [{ left: {} }, "this is not a whole a.Tree (invalid string: undefined): make one by `create`"],
    [undefined, "an a.Tree is needed, not undefined"],
    ["a", "an a.Tree is needed, not string"],
    [{ name: undefined, other: 1 }, "other: a.Tree has no such field"],
  ])("names the field of what it cannot write: %s", (message, want) => {
    expect(() => Tree.encode(message as Tree)).toThrow(codedError("MESSAGE_INVALID", want));
  });
});
