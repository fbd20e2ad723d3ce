import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { noNames, parseNamesFile, printNamesFile, updateNamesFile } from "../../kit/text/names-file.js";
import { decideApiNames } from "../api-names.js";
import { codecNames } from "../codecs/names.js";
import { linkSchema } from "../read/schema.js";
import { readRequest } from "../read/request.js";
import { parseOptions } from "../options.js";
import { compileProtos, requestOf } from "../request.fixture.js";
import { describeApi } from "./describe.js";
import { describeClashes, type RecordedNames } from "./name-registry.js";

type Sources = Readonly<Record<string, string>>;

const path = "sdk.names.json";
const proto = (body: string, syntax = "proto3"): Sources => ({
  "r/v1/a.proto": `syntax = "${syntax}"; package r.v1; ${body}`,
});
const request = (sources: Sources) => {
  const hasServices = Object.values(sources).some((text) => text.includes("service "));
  return requestOf(compileProtos(sources), { parameter: hasServices ? "" : "clients=false" });
};
const decide = (sources: Sources, recorded: RecordedNames = noNames) =>
  decideApiNames(request(sources), recorded);
/** The names file of an API, as a release leaves it. */
const recordOf = (sources: Sources, before: RecordedNames = noNames): RecordedNames => ({
  ...parseNamesFile(updateNamesFile(before, decide(sources, before))),
  path,
});
const clashesOf = (sources: Sources, recorded: RecordedNames): string => {
  const options = { ...parseOptions(""), acceptsMissing: true, recorded };
  const { names } = describeApi(linkSchema(readRequest(request(sources))), codecNames, options);
  return describeClashes(names.registry.clashes, path) ?? "";
};

const a = "message A { string s = 1; string next_page_token = 2; repeated string items = 3; }";
const rpc = (name: string): string => `rpc ${name}(A) returns (A);`;

/** Additions that would take the name of an old element, and that name. */
const additions: readonly (readonly [
  what: string,
  before: string,
  after: string,
  owner: string,
  role: string,
  syntax?: string,
])[] = [
  [
    "an rpc",
    `${a} service S { ${rpc("get_foo")} }`,
    `${a} service S { ${rpc("GetFoo")} ${rpc("get_foo")} }`,
    "r.v1.S.get_foo",
    "name",
  ],
  [
    "a service",
    `${a} service foo_bar { ${rpc("Get")} }`,
    `${a} service FooBar { ${rpc("Get")} } service foo_bar { ${rpc("Get")} }`,
    "r.v1.foo_bar",
    "client",
  ],
  [
    "a message",
    "message Map { string s = 1; }",
    "message Map { string s = 1; } message MapMessage { string t = 1; }",
    "r.v1.Map",
    "type",
  ],
  [
    "a message with the name of a client",
    `${a} service S { ${rpc("Get")} }`,
    `${a} message SClient { string s = 1; } service S { ${rpc("Get")} }`,
    "r.v1.S",
    "client",
  ],
  [
    "a message with the name of an input",
    `${a} service S { ${rpc("Get")} }`,
    `${a} message AInput { string s = 1; } service S { ${rpc("Get")} }`,
    "r.v1.A",
    "input",
  ],
  [
    "an rpc with the name of a helper",
    `${a} service S { ${rpc("List")} }`,
    `${a} service S { ${rpc("List")} ${rpc("ListAll")} }`,
    "r.v1.S.List",
    "all",
  ],
  [
    "an rpc that is called modify",
    `${a} service S { ${rpc("Get")} }`,
    `${a} service S { ${rpc("Get")} ${rpc("Modify")} }`,
    "r.v1.S",
    "modifyOne",
  ],
  [
    "a field with a lower number",
    "message M { optional string foo_bar = 2; }",
    "message M { optional string fooBar = 1; optional string foo_bar = 2; }",
    "r.v1.M.foo_bar",
    "name",
    "proto2",
  ],
  [
    "a oneof",
    "message M { string foo_bar = 2; }",
    "message M { string foo_bar = 2; oneof fooBar { string x = 1; } }",
    "r.v1.M.foo_bar",
    "name",
  ],
  [
    "a value with a lower number",
    "enum Kind { KIND_Z = 0; KIND_B = 2; }",
    "enum Kind { KIND_Z = 0; B = 1; KIND_B = 2; }",
    "r.v1.Kind.KIND_B",
    "name",
    "proto2",
  ],
  [
    "an alias",
    "enum Kind { option allow_alias = true; KIND_Z = 0; Z0 = 0; KIND_B = 1; }",
    "enum Kind { option allow_alias = true; B = 1; KIND_Z = 0; Z0 = 0; KIND_B = 1; }",
    "r.v1.Kind.KIND_B",
    "name",
    "proto2",
  ],
];

const rows = additions.map(
  ([what, before, after, owner, role, syntax = "proto3"]) =>
    [what, before, after, owner, role, syntax] as const,
);

describe("a name that a release has given", () => {
  it.each(rows)("is not taken by %s", (_, before, after, owner, role, syntax) => {
    const [old, now] = [proto(before, syntax), proto(after, syntax)];
    const kept = decide(now, recordOf(old));
    expect(kept.get(owner)?.get(role)).toBe(decide(old).get(owner)?.get(role));
    for (const [element, names] of decide(old))
      expect([element, kept.get(element)]).toEqual([element, names]);
  });

  it("is the same on all machines, in whatever order branches add elements", () => {
    const base = recordOf(proto(`${a} service S { ${rpc("Get")} }`));
    const one = proto(`${a} service S { ${rpc("Get")} ${rpc("get_foo")} ${rpc("GetFoo")} }`);
    const other = proto(`${a} service S { ${rpc("GetFoo")} ${rpc("get_foo")} ${rpc("Get")} }`);
    expect(updateNamesFile(base, decide(one, base))).toBe(updateNamesFile(base, decide(other, base)));
  });

  it("stays reserved after its owner was removed", () => {
    const record = recordOf(proto(`${a} message Map { string s = 1; }`));
    const now = decide(proto(`${a} message MapMessage { string s = 1; }`), record);
    expect(now.get("r.v1.MapMessage")?.get("type")).toBe("MapMessageMessage");
  });

  it("is that of the first by full name, if two branches gave it to two elements", () => {
    const line = (rpcs: string): RecordedNames => recordOf(proto(`${a} service S { ${rpcs} }`));
    const merged = new Map([...line(rpc("get_foo")).elements, ...line(rpc("GetFoo")).elements]);
    const both = proto(`${a} service S { ${rpc("get_foo")} ${rpc("GetFoo")} }`);
    const now = decide(both, { ...noNames, elements: merged, path });
    expect([now.get("r.v1.S.GetFoo")?.get("name"), now.get("r.v1.S.get_foo")?.get("name")]).toEqual([
      "getFoo",
      "getFoo$",
    ]);
    expect(clashesOf(both, { ...noNames, elements: merged, path })).toContain(
      "r.v1.S.get_foo has another name than sdk.names.json records, because `getFoo` is the name of r.v1.S.GetFoo",
    );
  });
});

describe("a clash of names", () => {
  it("of two new elements is decided by full name, and reported", () => {
    const both = proto(`${a} service S { ${rpc("get_foo")} ${rpc("GetFoo")} }`);
    expect(clashesOf(both, { ...noNames, path })).toBe(
      "r.v1.S.get_foo is called `getFoo$`, because `getFoo` is the name of r.v1.S.GetFoo, which is also new, and is the first of the two by full name.",
    );
    expect(clashesOf(both, recordOf(both))).toBe("");
  });

  it("of a new element and a recorded one is reported", () => {
    const old = proto(`${a} service S { ${rpc("get_foo")} }`);
    const both = proto(`${a} service S { ${rpc("get_foo")} ${rpc("GetFoo")} }`);
    expect(clashesOf(both, recordOf(old))).toBe(
      "r.v1.S.GetFoo is called `getFoo$`, because `getFoo` is the name of r.v1.S.get_foo, which is recorded.",
    );
  });
});

describe("a hostile names file", () => {
  const sources = proto(
    `message M { string f = 1; message N { string s = 1; } } enum E { Z = 0; } service S { rpc Get(M) returns (M); }`,
  );
  it.each([
    ["r.v1.M", "type=Bad-Name", "cannot be the name of anything in TypeScript"],
    ["r.v1.M", "json=M\u{435}Json", "cannot be the name of anything in TypeScript"],
    ["r.v1.M", "type=class", "cannot be the name of anything in TypeScript"],
    ["r.v1.M", "type=Map", "no type can be called so"],
    ["r.v1.M", "type=lower", "no type can be called so"],
    ["r.v1.M", "type=A_B", "no type can be called so"],
    ["r.v1.M.N", "type=Other", "the type is nested, so its name begins with M_"],
    ["r.v1.M.f", "name=constructor", "the name is reserved"],
    ["r.v1.M.f", "name=__proto__", "cannot be the name of anything in TypeScript"],
    ["r.v1.M.f", "name=foo_bar", "no property can be called so"],
    ["r.v1.M.f", "name=$x", "no property can be called so"],
    ["r.v1.S.Get", "name=then", "the name is reserved"],
    ["r.v1.E.Z", "name=nameOf", "the name is reserved"],
    ["r.v1", "folder=../up", "cannot be the name of anything in TypeScript"],
    ["r.v1", "folder=services", "the name is reserved"],
    ["r.v1.M", "color=red", 'There is no role "color"'],
    ["r.v1.M", `type=${"M".repeat(600)}`, "cannot be the name of anything in TypeScript"],
    ["r.v1.M", 'type=M"];process.exit()', "is not an element and its names"],
  ])("is refused with its line: %s %s", (element, value, what) => {
    const text = `{\n  "a.Other": "type=Other",\n  ${`"${element}": "${value}"`}\n}\n`;
    const read = (): unknown => decide(sources, { ...parseNamesFile(text), path });
    if (what === "is not an element and its names") {
      expect(read).toThrow(expect.objectContaining({ line: 3 }));
      return;
    }
    expect(read).toThrow(codedError("FILE_INVALID", what));
    expect(read).toThrow(new RegExp(`^${path}:3: `));
  });

  it("may record names of elements that do not exist", () => {
    const text = printNamesFile(new Map([["x.y.Z", new Map([["type", "Z"]])]]));
    expect(decide(sources, { ...parseNamesFile(text), path })).toEqual(decide(sources));
  });
});
