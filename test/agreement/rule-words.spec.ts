import { file_google_protobuf_any } from "@bufbuild/protobuf/wkt";
import { StringRulesSchema } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describe, expect, it } from "vitest";
import { describeLimits } from "../../convention/src/rules/describe-rules.js";
import { readAnnotations } from "../../convention/src/rules/annotations.js";
import { ruledApi } from "../../convention/src/rules/validate.fixture.js";
import { sharedFiles } from "../../generator/src/plugin/source/shared-types.js";
import * as wellKnownFiles from "../../runtime/src/messages/cel/well-known-files.js";
import { toViolation } from "../../runtime/src/messages/check/rule-text.js";

/** The formats of text that rules can ask for. */
const formats = StringRulesSchema.oneofs
  .find(({ name }) => name === "well_known")!
  .fields.flatMap(({ name, enum: regex }) =>
    regex ? regex.values.slice(1).map((value) => `${name} = ${value.name}`) : [`${name} = true`],
  );

const api = ruledApi(
  `message M { ${formats.map((one, at) => `string f${at} = ${at + 1} [(buf.validate.field).string.${one}];`).join(" ")} }`,
  { syntax: "proto3" },
);
const annotations = readAnnotations(api.options);

describe("what an API states", () => {
  it.each(formats.map((one, at) => [one, at] as const))(
    "is called the same by comments and by a check that fails: %s",
    (_, at) => {
      const field = api.message("M").fields[at]!;
      const stated = annotations.field(field);
      const { name } = stated.rules.rules[0]!;
      const rule = { kind: "string", name, limit: true };
      const { text } = toViolation({ path: "f", id: name, rule, isSecret: false, isMissing: false });
      expect(describeLimits(field, stated).map((one) => `must be ${one}`)).toEqual([text]);
    },
  );

  it("has the same types of google.protobuf in code and in expressions", () => {
    expect(Object.values(wellKnownFiles)).toContain(file_google_protobuf_any);
    expect(new Set(Object.values(wellKnownFiles))).toEqual(new Set(sharedFiles));
  });
});
