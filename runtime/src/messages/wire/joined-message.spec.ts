import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, it } from "vitest";
import { fields } from "../table/field-text.js";
import { findKnownType } from "../table/known-types.js";
import { joinMessage, type ForeignCodec } from "./joined-message.js";
import { defineMessage, type MessageType } from "./message-type.js";
import { Reader } from "./reader.js";
import type { UnknownFields } from "./unknown-fields.js";
import { Writer } from "./writer.js";
import { codedError } from "../../../../test/coded-error.js";

interface Node {
  name: string;
  left?: Node | undefined;
  all: Node[];
  named: { [key: string]: Node };
  choice?: { $case: "one"; value: Node } | undefined;
  _unknownFields?: UnknownFields | undefined;
}

/** As ts-proto has it: unknown fields by tag, and properties of messages that came. */
interface Foreign {
  name: string;
  left?: Foreign;
  all: Foreign[];
  named: { [key: string]: Foreign };
  choice?: { $case: "one"; value: Foreign };
  _unknownFields?: { [tag: number]: Uint8Array[] };
}

const foreign = {
  encode(message: Foreign, writer = new BinaryWriter()): BinaryWriter {
    const inside = (tag: number, one: Foreign): unknown =>
      foreign.encode(one, writer.uint32(tag).fork()).join();
    if (message.name !== "") writer.uint32(10).string(message.name);
    if (message.left) inside(18, message.left);
    for (const one of message.all) inside(26, one);
    for (const [key, one] of Object.entries(message.named)) {
      writer.uint32(34).fork().uint32(10).string(key);
      inside(18, one);
      writer.join();
    }
    if (message.choice) inside(42, message.choice.value);
    for (const [tag, values] of Object.entries(message._unknownFields ?? {})) {
      for (const value of values) writer.uint32(Number(tag)).raw(value);
    }
    return writer;
  },
  decode(input: BinaryReader | Uint8Array, length?: number): Foreign {
    const reader = input instanceof BinaryReader ? input : new BinaryReader(input);
    const end = length === undefined ? reader.len : reader.pos + length;
    const message: Foreign = { name: "", all: [], named: {} };
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 10) message.name = reader.string();
      else if (tag === 18) message.left = foreign.decode(reader, reader.uint32());
      else if (tag === 26) message.all.push(foreign.decode(reader, reader.uint32()));
      else if (tag === 34) {
        reader.uint32();
        reader.uint32();
        const key = reader.string();
        reader.uint32();
        message.named[key] = foreign.decode(reader, reader.uint32());
      } else if (tag === 42)
        message.choice = { $case: "one", value: foreign.decode(reader, reader.uint32()) };
      else ((message._unknownFields ??= {})[tag] ??= []).push(reader.skip(tag & 7));
    }
    return message;
  },
} satisfies ForeignCodec;

const Node: MessageType<Node> = joinMessage<Node>(
  "acme.Node",
  foreign,
  () => fields`
    string name = 1
    ${Node} left = 2
    repeated ${Node} all = 3
    map<string,${Node}> named = 4
    ${Node} one = 5 oneof=choice
  `,
);

interface Holder {
  node?: Node | undefined;
  nodes: Node[];
}

const Holder: MessageType<Holder> = defineMessage<Holder>(
  "acme.Holder",
  (v) => ({ node: v[0], nodes: v[1] }),
  ({ node, nodes }, writer) => {
    if (node !== undefined) Node.wire.write(writer, 10, node);
    for (const one of nodes) Node.wire.write(writer, 18, one);
  },
  () => fields`
    ${Node} node = 1
    repeated ${Node} nodes = 2
  `,
);

const node = (more: Partial<Node> = {}): Node => ({
  name: "",
  left: undefined,
  all: [],
  named: {},
  choice: undefined,
  ...more,
});
const unknown: UnknownFields = [
  { number: 9, wireType: WireType.Varint, value: Uint8Array.of(0x96, 1) },
  { number: 10, wireType: WireType.LengthDelimited, value: Uint8Array.of(1, 2, 3) },
  { number: 11, wireType: WireType.StartGroup, value: Uint8Array.of(8, 1) },
  { number: 12, wireType: WireType.Bit32, value: Uint8Array.of(1, 2, 3, 4) },
];

describe("a joined message", () => {
  it("has our form when it was read, at every level: all properties, and unknown fields as a list", () => {
    const message = node({
      name: "a",
      left: node({ _unknownFields: unknown }),
      all: [node(), node({ _unknownFields: unknown })],
      named: { x: node({ _unknownFields: unknown }) },
      choice: { $case: "one", value: node({ _unknownFields: unknown }) },
      _unknownFields: unknown,
    });
    expect(Node.decode(Node.encode(message))).toStrictEqual(message);
  });

  it("leaves what it is given as it is, and copies only where something must change", () => {
    const inner = Object.freeze(node({ _unknownFields: unknown }));
    const message = Object.freeze(node({ all: Object.freeze([Object.freeze(node()), inner]) as Node[] }));
    const bytes = Node.encode(message);
    expect(Node.decode(bytes)).toStrictEqual(message);
    expect(inner._unknownFields).toBe(unknown);
  });

  it.each<[string, Partial<Node>, string]>([
    ["a field", { name: "report 😀".slice(0, 8) }, "name"],
    ["a second half", { name: "\udc00 late" }, "name"],
    ["a message inside", { left: node({ name: "\ud800" }) }, "left.name"],
    ["a list", { all: [node(), node({ name: "a\ufffd\ud800" })] }, "all[1].name"],
    ["the key of a map", { named: { "a\ud800": node(), "a\ud801": node() } }, 'named["a\\ud800"]'],
    ["a oneof", { choice: { $case: "one", value: node({ name: "\ud800" }) } }, "name"],
  ])("refuses text with half of a surrogate pair in %s", (_, more, place) => {
    expect(() => Node.encode(node(more))).toThrow(codedError("MESSAGE_INVALID", "half a surrogate pair"));
    expect(() => Node.encode(node(more))).toThrow(place);
  });

  it("keeps replacement characters, and bytes that look like one", () => {
    const chance: UnknownFields = [{ number: 10, wireType: 2, value: Uint8Array.of(0xef, 0xbf, 0xbd) }];
    const message = node({ name: "\ufffd 😀", named: { "\ufffd": node() }, _unknownFields: chance });
    expect(Node.decode(Node.encode(message))).toStrictEqual(message);
  });

  it("has the methods of its type by themselves, and is known by its name", () => {
    const { encode, decode, create } = Node;
    expect(decode(encode(create({ name: "b" })))).toStrictEqual(node({ name: "b" }));
    expect(findKnownType("acme.Node")).toBe(Node);
  });

  it("says which field contains the message itself", () => {
    const endless = node();
    endless.all = [endless];
    expect(() => Node.encode(endless)).toThrow(
      codedError("MESSAGE_INVALID", "the message contains itself, in its field all"),
    );
  });

  it("may be the field of a message of our own", () => {
    const holder = { node: node({ name: "a" }), nodes: [node({ name: "b" }), node()] };
    expect(Holder.decode(Holder.encode(holder))).toStrictEqual(holder);
  });

  it("may stand in messages of our own codecs, in pieces and as a group", () => {
    const writer = new Writer();
    Node.wire.write(writer, 10, node({ name: "a", all: [node()] }));
    Node.wire.write(writer, 10, node({ name: "b", all: [node({ name: "c" })] }));
    Node.wire.writeGroup(writer, 19, node({ name: "d" }));
    const reader = new Reader(writer.finish());
    reader.next(reader.length);
    const first = Node.wire.read(reader);
    reader.next(reader.length);
    expect(Node.wire.read(reader, first)).toStrictEqual(
      node({ name: "b", all: [node(), node({ name: "c" })] }),
    );
    reader.next(reader.length);
    expect(Node.wire.readGroup(reader, 2, Node.wire.empty())).toStrictEqual(node({ name: "d" }));
    expect(reader.next(reader.length)).toBe(0);
  });
});
