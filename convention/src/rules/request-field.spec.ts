import { describe, expect, it } from "vitest";
import {
  isOmittedFromRequests,
  hasFieldMask,
  hasDefaultMetadata,
  isRequiredInRequests,
} from "./request-field.js";
import { readAnnotations } from "./annotations.js";
import { ruledApi } from "./validate.fixture.js";

/** The first field of each message of some declarations, and what is said of it. */
function fieldsOf(declarations: readonly string[], syntax: "proto2" | "proto3" = "proto3") {
  const messages = declarations.map((declaration, at) => `message M${at} { ${declaration} }`);
  const api = ruledApi(`${messages.join(" ")} message P {} enum E { E_A = 0; }`, { syntax });
  return declarations.map((_, at) => {
    const field = api.message(`M${at}`).fields[0]!;
    return [field, readAnnotations(api.options).field(field)] as const;
  });
}

const outputOnly = "(field_behavior) = FIELD_BEHAVIOR_OUTPUT_ONLY";
const required = "(buf.validate.field).required = true";

describe("requests leave out", () => {
  const rows = [
    ["what only the server writes", `string address = 1 [${outputOnly}];`, true],
    ["also a list of it", `repeated P parts = 1 [${outputOnly}];`, true],
    ["nothing else", "string address = 1;", false],
    ["no name of a resource, which many APIs mark so", `string name = 1 [${outputOnly}];`, false],
    ["no identifier", `string id = 1 [${outputOnly}];`, false],
    ["nothing that guards against the changes of others", `string etag = 1 [${outputOnly}];`, false],
    ["nothing that is required as well", `P p = 1 [${outputOnly}, ${required}];`, false],
    ["no member of a oneof", `oneof o { string address = 1 [${outputOnly}]; }`, false],
  ] as const;
  const fields = fieldsOf(rows.map(([, declaration]) => declaration));

  it.each(rows.map(([title, , want], at) => [title, want, fields[at]!] as const))("%s", (_, want, field) => {
    expect(isOmittedFromRequests(...field)).toBe(want);
  });
});

describe("a type asks for", () => {
  const rows = [
    ["a message that is required", `P p = 1 [${required}];`, true],
    ["a scalar that can be absent", `optional string s = 1 [${required}];`, true],
    ["a list, which is never empty then", `repeated P p = 1 [${required}];`, true],
    ["a map", `map<string, P> p = 1 [${required}];`, true],
    ["AIP's REQUIRED alike", "P p = 1 [(field_behavior) = FIELD_BEHAVIOR_REQUIRED];", true],
    ["nothing that is not required", "P p = 1;", false],
    ["no scalar whose default is told from nothing by nobody", `string s = 1 [${required}];`, false],
    ["no enum of that kind", `E e = 1 [${required}];`, false],
    ["no member of a oneof", `oneof o { P p = 1 [${required}]; }`, false],
    ["nothing that the server sets", `P p = 1 [${required}, ${outputOnly}];`, false],
  ] as const;
  const fields = fieldsOf(rows.map(([, declaration]) => declaration));

  it.each(rows.map(([title, , want], at) => [title, want, fields[at]!] as const))("%s", (_, want, field) => {
    expect(isRequiredInRequests(...field)).toBe(want);
  });

  it("what proto2 requires", () => {
    const [field] = fieldsOf(["required string s = 1;"], "proto2");
    expect(isRequiredInRequests(...field!)).toBe(true);
  });
});

describe("a request", () => {
  const api = ruledApi(
    `message Named { string parent_id = 1; } message Free { string name = 1; } message Spec {}
     message Create { Named metadata = 1; Spec spec = 2; }
     message Rename { Named metadata = 1; }
     message CreateFree { Free metadata = 1; Spec spec = 2; }
     message Patch { Spec spec = 1; google.protobuf.FieldMask mask = 2; }`,
    { syntax: "proto3" },
  );

  it.each([
    ["gets metadata from the client where it makes something under a parent", "Create", true],
    ["not where it makes nothing", "Rename", false],
    ["not where there is no parent", "CreateFree", false],
  ])("%s", (_, name, want) => expect(hasDefaultMetadata(api.message(name))).toBe(want));

  it("is for a part if it has a field mask", () => {
    expect(hasFieldMask(api.message("Patch"))).toBe(true);
    expect(hasFieldMask(api.message("Create"))).toBe(false);
  });
});
