import { describe, expect, it } from "vitest";
import { generateFrom } from "../../plugin/request.fixture.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { diffSdks } from "../diff.js";

const base = "message A { string foo_bar = 1; }";

async function sdk(body: string, syntax = "proto3", parameter = ""): Promise<SdkFiles> {
  const protos = { "r/v1/a.proto": `syntax = "${syntax}"; package r.v1; ${body}` };
  const { files, error } = await generateFrom(protos, { parameter: `package_name=r${parameter}` });
  expect(error).toBe("");
  return { label: "sdk", files: new Map(Object.entries(files)) };
}

/** The changes between two APIs, each by its step and its first sentence. */
async function changesOf(
  before: string,
  after: string,
  syntax?: string,
  parameter?: string,
): Promise<string[]> {
  const { changes, step, deployOrder } = await diffSdks(
    await sdk(before, syntax, parameter),
    await sdk(after, syntax, parameter),
  );
  return [
    `${step ?? "none"}, ${deployOrder ?? "no API"}`,
    ...changes.flatMap((one) => `${one.step}: ${one.sentences.join(". ")}`),
  ];
}

const call = (name: string): string => `rpc ${name}(A) returns (A);`;
const moved = (old: string, now: string, what: string): string =>
  `major: \`${old}\` was renamed to \`${now}\`, and \`${old}\` ${what}`;

interface Case {
  readonly before: string;
  readonly after: string;
  readonly syntax?: string;
  readonly parameter?: string;
  readonly want: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "is a major change for an rpc, which the change names": {
    before: `${base} service S { ${call("get_foo")} }`,
    after: `${base} service S { ${call("GetFoo")} ${call("get_foo")} }`,
    want: [
      "major, servers-first",
      moved("getFoo", "getFoo$", "now calls another rpc, `r.v1.S.GetFoo`"),
      "minor: `S.GetFoo` is new",
    ],
  },
  "is a renamed class where a new message takes the name of a client, and nothing else": {
    before: `${base} service S { ${call("Get")} }`,
    after: `message A { string foo_bar = 1; SClient c = 2; } message SClient { string s = 1; } service S { ${call("Get")} }`,
    want: [
      "major, servers-first",
      moved("SClient", "SClient$", "is now the name of the message `r.v1.SClient`"),
      "minor: `A.c` is new",
      "minor: `SClient` is new",
    ],
  },
  "is a major change for a service": {
    before: `${base} service foo_bar { ${call("Get")} }`,
    after: `${base} service foo_bar { ${call("Get")} } service FooBar { ${call("Get")} }`,
    want: [
      "major, servers-first",
      [
        moved("FooBarClient", "FooBarClient$", "now belongs to the service `r.v1.FooBar`"),
        "`FooBarMethods` was renamed to `FooBarMethods$`, and `FooBarMethods` now belongs to the service `r.v1.FooBar`",
        "`fooBar` was renamed to `fooBar$`, and `fooBar` now belongs to the service `r.v1.FooBar`",
      ].join(". "),
      "minor: The service `FooBar` is new",
    ],
  },
  "is a major change for a message": {
    before: "message Map { string s = 1; }",
    after: "message Map { string s = 1; } message MapMessage { string t = 1; }",
    parameter: ",clients=false",
    want: [
      "major, any",
      moved("MapMessage", "MapMessage2", "is now the name of the message `r.v1.MapMessage`"),
      "minor: `MapMessage` is new",
    ],
  },
  "is a major change for a field, if the new one has a lower number": {
    before: "message A { optional string foo_bar = 2; }",
    after: "message A { optional string fooBar = 1; optional string foo_bar = 2; }",
    syntax: "proto2",
    parameter: ",clients=false",
    want: [
      "major, servers-first",
      moved("fooBar", "fooBar2", "is now the name of the field `r.v1.A.fooBar`"),
      "minor: `A.fooBar` is new",
    ],
  },
  "does not arise for a field, if the new one has a higher number": {
    before: "message A { optional string foo_bar = 1; }",
    after: "message A { optional string foo_bar = 1; optional string fooBar = 2; }",
    syntax: "proto2",
    parameter: ",clients=false",
    want: ["minor, servers-first", "minor: `A.fooBar2` is new"],
  },
  "is a major change for a value, if the new one has a lower number": {
    before: "enum Kind { KIND_Z = 0; KIND_B = 2; }",
    after: "enum Kind { KIND_Z = 0; B = 1; KIND_B = 2; }",
    syntax: "proto2",
    parameter: ",clients=false",
    want: [
      "major, servers-first",
      moved("B", "KIND_B", "is now the name of the value `r.v1.Kind.B`"),
      "minor: `Kind.B` is new",
    ],
  },
  "does not arise for a value, if the new one has a higher number": {
    before: "enum Kind { KIND_Z = 0; KIND_B = 1; }",
    after: "enum Kind { KIND_Z = 0; KIND_B = 1; B = 2; }",
    syntax: "proto2",
    parameter: ",clients=false",
    want: ["minor, servers-first", "minor: `Kind.B$` is new"],
  },
};

it("of a package is compared as the path of its entry point", async () => {
  const body = `${base} service S { ${call("Get")} }`;
  const [before, after] = [await sdk(body), await sdk(body, "proto3", ",strip_prefix=r")];
  const { changes } = await diffSdks(before, after);
  expect(changes.map(({ step, sentences }) => `${step}: ${sentences.join(". ")}`)).toEqual([
    "major: The entry point `./r/v1` was removed, with 2 names",
    "minor: The entry point `./v1` is new, with 2 names",
  ]);
});

describe("a name that stands for another element than before", () => {
  it.each(Object.entries(cases))("%s", async (_, { before, after, syntax, parameter, want }) => {
    expect(await changesOf(before, after, syntax, parameter)).toEqual(want);
  });
});
