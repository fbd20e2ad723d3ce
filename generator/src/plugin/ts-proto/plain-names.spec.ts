import type { DescEnum, DescMessage } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { describeProtos } from "../model/describe.fixture.js";
import { plainNames } from "./plain-names.js";

describe("names for ts-proto", () => {
  const { codecFiles, names } = describeProtos(
    {
      "acme/v1/a.proto": `syntax = "proto3"; package acme.v1;
      message foo_bar { message Inner { enum kind { ZERO = 0; } } string constructor = 1; int64 foo_bar = 2; }
      message BinaryReader { message Part {} }
      message BinaryReaderType {}
      message Date { message Part {} }
      service S {}`,
    },
    "kind=cloud",
  );
  const [file] = codecFiles;
  if (!file) throw new Error("there is no file");
  const plain = plainNames(codecFiles, names);
  const all = new Map<string, DescMessage | DescEnum>();
  const add = (message: DescMessage): void => {
    all.set(message.typeName, message);
    for (const one of message.nestedEnums) all.set(one.typeName, one);
    message.nestedMessages.forEach(add);
  };
  file.messages.forEach(add);

  it.each([
    ["acme.v1.foo_bar", "FooBar", ".acme.v1.FooBar"],
    ["acme.v1.foo_bar.Inner", "FooBar_Inner", ".acme.v1.FooBar.Inner"],
    ["acme.v1.foo_bar.Inner.kind", "FooBar_Inner_Kind", ".acme.v1.FooBar.Inner.Kind"],
    ["acme.v1.BinaryReader", "BinaryReaderTypeType", ".acme.v1.BinaryReaderTypeType"],
    ["acme.v1.BinaryReader.Part", "BinaryReaderTypeType_Part", ".acme.v1.BinaryReaderTypeType.Part"],
    ["acme.v1.Date", "DateMessage", ".acme.v1.DateMessage"],
    ["acme.v1.Date.Part", "DateMessage_Part", ".acme.v1.DateMessage.Part"],
  ])("are ours, or give way to what its code writes out: %s", (typeName, exported, reference) => {
    const desc = all.get(typeName);
    if (!desc) throw new Error(`there is no ${typeName}`);
    expect([plain.exported(desc), plain.reference(desc)]).toEqual([exported, reference]);
  });

  it("put its file beside our module", () => {
    expect(plain.file(file)).toBe(`${names.module(file)}.proto`);
    expect(file.messages[0]?.fields.map((field) => plain.property(field))).toEqual([
      "constructor$",
      "fooBar",
    ]);
  });
});
