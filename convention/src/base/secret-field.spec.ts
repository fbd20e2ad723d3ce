import { describe, expect, it } from "vitest";
import { withApis } from "../protos.fixture.js";
import { isSecretField } from "./secret-field.js";

describe("a field is a secret", () => {
  const rows = [
    ["(acme.sensitive) = true", true],
    ["(acme.credentials) = true", true],
    ["(acme.sensitive) = false", false],
    ["deprecated = true", false],
  ] as const;

  it.each(withApis(rows, ([value]) => `message M { string a = 1 [${value}]; }`))(
    "by %j",
    ([, want], { field, options }) => {
      expect(isSecretField(field("a"), options)).toBe(want);
    },
  );
});
