import { describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../request.fixture.js";

const options = acmeOptions.replace(
  /}\s*$/,
  `}
   extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50002; }
   enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; INPUT_ONLY = 1; }`,
);

async function generate(get: string): Promise<string> {
  const { files, error } = await generateFrom({
    "acme/options.proto": options,
    "acme/v1/shelf.proto": acmeFile(`
      message Metadata { string id = 1; string name = 2; int64 resource_version = 3; }
      message Book { string title = 1; string key = 2 [(acme.field_behavior) = INPUT_ONLY]; }
      message Spec { repeated Book books = 1; }
      message Shelf { Metadata metadata = 1; Spec spec = 2; }
      message GetShelfRequest { string id = 1; }
      message UpdateShelfRequest { Metadata metadata = 1; Spec spec = 2; }
      service ShelfService {
        option (acme.api_service_name) = "library";
        ${get}
        rpc Update(UpdateShelfRequest) returns (Shelf);
      }
    `),
  });
  expect(error).toBe("");
  return files["acme/v1/shelf.ts"] ?? "";
}

/** The text of a comment or a line without its line ends. */
const joined = (text: string): string => text.replace(/\s*\n\s*(?:\* )?/g, " ");

describe("an Update", () => {
  it.each([
    [
      "with modify",
      "rpc Get(GetShelfRequest) returns (Shelf);",
      "a resetMask, or modify",
      "Use `modify` instead.",
    ],
    ["alone", "", "or a resetMask", "Pass an explicit reset mask."],
  ])(
    "%s says what a part of a resource needs, and which values it would lose",
    async (_, get, needs, way) => {
      const text = joined(await generate(get));
      expect(text).toContain(`UpdateNeeds<UpdateShelfRequest, "the whole resource, ${needs}">`);
      expect(text).toContain("No response contains `spec.books[].key`");
      expect(text).toContain(way);
    },
  );
});
