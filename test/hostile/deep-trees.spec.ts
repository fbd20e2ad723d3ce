import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { type Folder, openFolder, triedCompilers } from "../compile.fixture.js";

/** As many messages, each with what is in it; `inner` gives the name of one some places further on. */
function messages(name: string, count: number, body: (inner: (places: number) => string) => string): string {
  return Array.from({ length: count }, (_, at) => {
    const inner = (places: number): string => `${name}${(at + places) % count}`;
    return `message ${name}${at} { ${body(inner)} }`;
  }).join(" ");
}

const everyOther = (count: number): readonly number[] => Array.from({ length: count - 1 }, (_, at) => at + 1);

/** More than the compiler follows conditions. */
const fields = (print: (number: number) => string): string =>
  Array.from({ length: 1000 }, (_, at) => print(at + 1)).join(" ");

const proto = `
  message Meta { string id = 1; } message Id { string id = 1; }
  message R { Meta metadata = 1; Spec spec = 2; } message U { Meta metadata = 1; Spec spec = 2; }
  message Spec { Chain0 chain = 1; Choice0 choice = 2; Ring0 ring = 3; repeated List0 lists = 4; }
  ${messages("Chain", 60, (inner) => `string text = 1; ${inner(1)} next = 2;`)}
  ${messages("Choice", 40, (inner) => `oneof one { ${inner(1)} next = 1; string text = 2; }`)}
  ${messages("List", 50, (inner) => `repeated ${inner(1)} next = 1; map<string, ${inner(1)}> named = 2;`)}
  ${messages("Ring", 20, (inner) =>
    everyOther(20)
      .map((at) => `${inner(at)} n${at} = ${at};`)
      .join(" "),
  )}
  message Wide { ${fields((at) => `optional string text${at} = ${at};`)} }
  service S { option (acme.api_service_name) = "s"; rpc Get(Id) returns (R); rpc Update(U) returns (R); }`;

describe("an update of deep trees, of messages that all hold each other, and of those with very many fields", () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await openFolder();
    const protos = { "acme/options.proto": acmeOptions, "acme/v1/a.proto": acmeFile(proto) };
    const { error, files } = await generateFrom(protos, { parameter: "" });
    expect(error).toBe("");
    expect(files["acme/v1/a.ts"]).toContain("  update(request: object, options?: CallOptions)");
    await folder.write(files);
  });
  afterAll(async () => {
    await folder?.[Symbol.asyncDispose]();
  });

  it.each(triedCompilers)("compiles under %s", async (compiler) => {
    expect(await folder.check(compiler)).toBe("");
  });
});
