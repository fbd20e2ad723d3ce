import { docBlock } from "../../kit/code/code.js";
import { describe, expect, it } from "vitest";
import { linkProtos, plainNames } from "./codecs.fixture.js";
import { openModule, type Module } from "./module.js";

const files = linkProtos({
  "a/one.proto":
    'syntax = "proto3"; package a; import "b/two.proto"; message Status { b.Status status = 1; }',
  "b/two.proto": 'syntax = "proto3"; package b; message Status {}',
});
const fileOf = (name: string) => files.find((file) => file.name === name) ?? files[0]!;
const [one, two] = [fileOf("a/one"), fileOf("b/two")];
const open = (hasCodecs: boolean): Module =>
  openModule(one, one.messages, {
    names: plainNames,
    docOf: () => docBlock({ text: "" }),
    annotationsOf: () => ({ behaviors: [], isSecret: false }),
    runtime: "@stratus/runtime/generated/wire-v1",
    importExtension: ".js",
    hasCodecs,
    hasJsonTypes: false,
  });

describe("a module of messages", () => {
  it("imports what it only names as a type", () => {
    const module = open(true);
    expect(two.messages.map((message) => module.type(message))).toEqual(["Status$"]);
    expect(module.imports.lines()).toContain('import type { Status as Status$ } from "../b/two.js";');
  });

  it("imports what it asks for from other files, beside a name of its own under another one", () => {
    const module = open(true);
    expect([...one.messages, ...two.messages].map((message) => module.value(message))).toEqual([
      "Status",
      "Status$",
    ]);
    expect(module.runtime("defineMessage")).toBe("defineMessage");
    expect(module.runtimeType("Status")).toBe("Status$2");
    expect(module.imports.lines()).toEqual([
      'import { defineMessage, type Status as Status$2 } from "@stratus/runtime/generated/wire-v1";',
      'import { Status as Status$ } from "../b/two.js";',
    ]);
  });

  it("imports types alone where there are no codecs", () => {
    const module = open(false);
    expect(two.messages.map((message) => module.type(message))).toEqual(["Status$"]);
    expect(module.imports.lines()).toEqual(['import type { Status as Status$ } from "../b/two.js";']);
  });
});
