import { describe, expect, it } from "vitest";
import { defaultOptions, withApis } from "../protos.fixture.js";
import { isSecretField } from "./secret-field.js";

/** An option whose value may ask for redaction. */
const level = `${defaultOptions}
  extend google.protobuf.FieldOptions { Level level = 50009; }
  enum Level { LEVEL_UNSPECIFIED = 0; LEVEL_OPEN = 1; LEVEL_SECRET = 2 [debug_redact = true]; }`;

describe("a field is a secret", () => {
  const rows = [
    ["(acme.sensitive) = true", true],
    ["(acme.credentials) = true", true],
    ["(acme.sensitive) = false", false],
    ["debug_redact = true", true],
    ["debug_redact = false", false],
    ["(acme.level) = LEVEL_SECRET", true],
    ["(acme.level) = LEVEL_OPEN", false],
    ["deprecated = true", false],
  ] as const;

  it.each(
    withApis(
      rows,
      ([value]) => `message M { string a = 1 [${value}]; }`,
      () => level,
    ),
  )("by %j", ([, want], { field, options }) => {
    expect(isSecretField(field("a"), options)).toBe(want);
  });
});
