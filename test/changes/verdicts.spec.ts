import { beforeAll, describe, expect, it } from "vitest";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";
import type { Api } from "../../generator/src/versions/api/api.js";
import { readApi } from "../../generator/src/versions/api/read-api.js";
import { toChanges, type Change } from "../../generator/src/versions/change.js";
import { compareApis } from "../../generator/src/versions/compare/apis.js";
import { compareSettings } from "../../generator/src/versions/compare/settings.js";
import { classifyWireChange } from "../../generator/src/versions/compare/wire.js";
import { findDeployOrder } from "../../generator/src/versions/verdict/deploy-order.js";

/** A version, by what its request, its response and its service hold. */
interface Version {
  readonly sent?: string;
  readonly read?: string;
  readonly rpcs?: string;
  readonly kinds?: string;
  readonly packageName?: string;
}

const textOf = (
  { sent = "", read = "", rpcs = "", kinds = "", packageName = "v1" }: Version,
  at: string,
): string => `
syntax = "proto3";
package ${at}.${packageName};
service Books { rpc Get(GetRequest) returns (Book); ${rpcs} }
message GetRequest { string id = 1; ${sent} }
message Book { string id = 1; ${read} }
message Shelf { string id = 1; Kind kind = 2; Shelf next = 3; }
message Board { string id = 1; Kind kind = 2; Board next = 3; }
message Wider { string id = 1; Kind kind = 2; Wider next = 3; string more = 4; }
message Other { int32 id = 1; }
message Nothing {}
message Entry { string key = 1; int64 value = 2; }
enum Kind { KIND_UNSPECIFIED = 0; KIND_A = 1; ${kinds} }
enum Like { KIND_UNSPECIFIED_ = 0; LIKE_B = 1; }
`;

const base: Version = {};
const added: Version = { sent: "string filter = 2;" };
const gone: Version = { sent: "" };
type Row = readonly [before: Version, after: Version, order: string, step: string | undefined];
const rows: readonly Row[] = [
  [base, base, "any", undefined],
  [base, added, "servers-first", "minor"],
  [added, gone, "clients-first", "major"],
  [base, { read: "string title = 2;" }, "any", "minor"],
  [{ read: "string title = 2;" }, base, "clients-first", "major"],
  [base, { rpcs: "rpc Find(GetRequest) returns (Book);" }, "servers-first", "minor"],
  [{ rpcs: "rpc Find(GetRequest) returns (Book);" }, base, "clients-first", "major"],
  [{ sent: "string a = 2;" }, { sent: "string b = 3;" }, "in-steps", "major"],
  [{ sent: "int32 a = 2;" }, { sent: "sint32 a = 2;" }, "none", "major"],
  [{ sent: "int32 a = 2;" }, { sent: "int32 a = 3;" }, "none", "major"],
  [
    { rpcs: "rpc Find(GetRequest) returns (Book);" },
    { rpcs: "rpc Find(GetRequest) returns (stream Book);" },
    "none",
    "major",
  ],
  [{ read: "Kind kind = 2;" }, { read: "Kind kind = 2;", kinds: "KIND_B = 2;" }, "clients-first", "minor"],
  [{ sent: "Kind kind = 2;" }, { sent: "Kind kind = 2;", kinds: "KIND_B = 2;" }, "servers-first", "minor"],
];

const drafts = ["v1alpha", "v1alpha1", "v1beta2", "v1p1beta1", "v2test"];

describe("a verdict", () => {
  let apis: readonly Api[];
  beforeAll(() => {
    const versions = [
      ...rows.flatMap(([before, after]) => [before, after]),
      ...drafts.flatMap((packageName) => [{ ...added, packageName }, { packageName }]),
      { ...added, packageName: "v1development" },
      { packageName: "v1development" },
    ];
    const names = versions.map(
      (version, index) => [`c${index}/a.proto`, textOf(version, `c${index}`)] as const,
    );
    const files = compileProtos(Object.fromEntries(names));
    apis = names.map(([name], index) => {
      const own = files.filter((file) => file.name === name);
      for (const file of own) {
        const plain = (text: string): string => text.replace(`c${index}.`, "acme.");
        file.name = "acme/a.proto";
        file.package = plain(file.package);
        for (const field of file.messageType.flatMap((one) => one.field))
          field.typeName = plain(field.typeName);
        for (const method of file.service.flatMap((one) => one.method)) {
          method.inputType = plain(method.inputType);
          method.outputType = plain(method.outputType);
        }
      }
      return readApi({ files: own, apiDomain: undefined });
    });
  });

  const api = (index: number): Api => {
    const found = apis[index];
    if (!found) throw new Error(`no version ${index}`);
    return found;
  };
  const findings = (before: number, after: number) => compareApis(api(before), api(after), () => true);
  const stepsOf = (changes: readonly Change[]) => changes.map(({ step, isBreaking }) => [step, isBreaking]);

  it.each(rows.map((row, index) => [...row, index] as const))(
    "from %o to %o: %s",
    (_, __, order, step, index) => {
      const found = findings(2 * index, 2 * index + 1);
      expect([findDeployOrder(found, api(2 * index + 1)), toChanges(found, "api")[0]?.step]).toEqual([
        order,
        step,
      ]);
    },
  );

  it.each(drafts.map((name, index) => [name, 2 * (rows.length + index)] as const))(
    "on a break in %s is minor, and says that it breaks",
    (_, at) => {
      expect(stepsOf(toChanges(findings(at, at + 1), "api"))).toEqual([["minor", true]]);
    },
  );

  it("on a package that its owner calls unstable is minor too, and on no other", () => {
    const at = 2 * (rows.length + drafts.length);
    const named = (...unstable: string[]) => stepsOf(toChanges(findings(at, at + 1), "api", unstable));
    expect(named()).toEqual([["major", true]]);
    expect(named("acme.v1development")).toEqual([["minor", true]]);
    expect(named("acme.v1dev")).toEqual([["major", true]]);
  });

  it("tells a package that becomes stable", () => {
    const found = findings(2 * rows.length + 3, 1);
    expect(toChanges(found, "api").flatMap(({ sentences }) => sentences)).toContain(
      "`acme.v1` is the stable version of `acme.v1alpha1`",
    );
    expect(
      toChanges(findings(1, 2 * rows.length + 3), "api")
        .flatMap(({ sentences }) => sentences)
        .join(),
    ).not.toContain("stable");
  });

  it.each([
    ["int32", "int64", "common"],
    ["int32", "bool", "json"],
    ["int32", "sint32", "incompatible"],
    ["sint32", "sint64", "common"],
    ["fixed32", "sfixed32", "common"],
    ["fixed32", "fixed64", "incompatible"],
    ["float", "double", "incompatible"],
    ["string", "bytes", "json"],
    ["string", "int32", "incompatible"],
    ["string", "repeated string", "json"],
    ["int32", "repeated int32", "incompatible"],
    ["acme.v1.Kind", "repeated acme.v1.Kind", "incompatible"],
    ["acme.v1.Kind", "int32", "json"],
    ["acme.v1.Kind", "acme.v1.Like", "json"],
    ["acme.v1.Kind", "string", "incompatible"],
    ["acme.v1.Shelf", "acme.v1.Board", "same"],
    ["repeated acme.v1.Shelf", "repeated acme.v1.Board", "same"],
    ["acme.v1.Shelf", "repeated acme.v1.Board", "json"],
    ["acme.v1.Shelf", "acme.v1.Wider", "common"],
    ["acme.v1.Shelf", "acme.v1.Other", "incompatible"],
    ["google.protobuf.Empty", "acme.v1.Nothing", "same"],
    ["acme.v1.Shelf", "bytes", "json"],
    ["acme.v1.Shelf", "string", "incompatible"],
    ["acme.v1.Shelf", "group acme.v1.Shelf", "incompatible"],
    ["map<string, int64>", "repeated acme.v1.Entry", "json"],
    ["map<string, bytes>", "repeated acme.v1.Entry", "incompatible"],
    ["map<string, int32>", "map<string, int64>", "common"],
    ["map<string, string>", "map<int32, string>", "incompatible"],
  ] as const)("on %s that becomes %s, and back: %s", (one, other, want) => {
    const [name, nothing] = ["google.protobuf.Empty", api(0).messages.get("acme.v1.Nothing")];
    const messages = new Map([
      ...api(0).messages,
      ...(nothing ? [[name, { ...nothing, name }] as const] : []),
    ]);
    const own = { ...api(0), messages };
    const sides = { before: own, after: own, renames: new Map<string, string>() };
    expect([classifyWireChange(one, other, sides), classifyWireChange(other, one, sides)]).toEqual([
      want,
      want,
    ]);
  });
});

describe("an option of the generator that goes over the wire", () => {
  it.each([
    ["", "", ""],
    ["reset_mask_header=X-A", "reset_mask_header=x-a", ""],
    ["keepalive_ms=20000", "session_name=Acme", ""],
    [
      "",
      "reset_mask_header=X-Mask",
      "major: The option `reset_mask_header` changed from `X-ResetMask` to `X-Mask`",
    ],
    [
      "reset_mask_header=X-Mask",
      "",
      "major: The option `reset_mask_header` changed from `X-Mask` to `X-ResetMask`",
    ],
    [
      "idempotency_header=A",
      "idempotency_header=B",
      "major: The option `idempotency_header` changed from `A` to `B`",
    ],
    [
      "idempotency_header=A",
      "idempotency_header=none",
      "minor: The option `idempotency_header` changed from `A` to `none`",
    ],
    ["idempotency_header=A", "", "minor: The option `idempotency_header` is no longer set"],
    ["", "idempotency_header=A", "minor: The option `idempotency_header` is now `A`"],
    ["", "keepalive_ms=false", "minor: The option `keepalive_ms` changed from `20000` to `false`"],
  ])("is told from %j to %j", (before, after, want) => {
    const changes = toChanges(compareSettings(before, after), "api");
    expect(changes.map(({ step, sentences }) => `${step}: ${sentences.join(". ")}`).join()).toBe(want);
  });

  it("is not told of a side that does not say its options", () => {
    expect(compareSettings(undefined, "keepalive_ms=false")).toEqual([]);
  });
});
