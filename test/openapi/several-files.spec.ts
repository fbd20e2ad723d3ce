import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openapiCommand } from "../../generator/src/command/subcommand/openapi.js";
import { runCommand } from "../../generator/src/command/subcommand/run-command.js";
import { compileAll } from "./world/compilers.fixture.js";

let folder = "";
let said = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  said = "";
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};
const generate = (spec = "api/openapi.yaml", ...more: readonly string[]): Promise<number> => {
  const say = (text: string): void => {
    said += text;
  };
  const args = [join(folder, spec), "--out", join(folder, "out"), "--name", "Shop", ...more];
  return runCommand([openapiCommand()], ["openapi", ...args], () => "1.0.0", { out: say, error: say });
};
const printed = async (path: string): Promise<string> =>
  (await readFile(join(folder, "out", path), "utf8")).replaceAll(/\s+/g, " ");

/** A description in the manner of large ones: paths, operations, parameters and schemas are each in a file. */
const shop = {
  "api/openapi.yaml": `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /pets: { $ref: "paths/pets.yaml" }
  /pets/{id}:
    get: { $ref: "paths/pet.yaml#/get" }
components:
  schemas:
    Pet: { $ref: "schemas/pet.yaml" }
`,
  "api/paths/pets.yaml": `
get:
  operationId: listPets
  parameters:
    - { $ref: "../parameters.json#/limit" }
  responses:
    "200":
      description: ""
      content:
        application/json: { schema: { type: array, items: { $ref: "../schemas/pet.yaml" } } }
post:
  operationId: createPet
  requestBody: { content: { application/json: { schema: { $ref: "../openapi.yaml#/components/schemas/Pet" } } } }
  responses: { "204": { description: "" } }
`,
  "api/paths/pet.yaml": `
get:
  operationId: getPet
  parameters: [{ name: id, in: path, required: true, schema: { $ref: "#/Id" } }]
  responses:
    "200": { description: "", content: { application/json: { schema: { $ref: "../schemas/pet.yaml" } } } }
Id: { type: integer }
`,
  "api/parameters.json": `{ "limit": { "name": "limit", "in": "query", "schema": { "type": "integer" } } }`,
  "api/schemas/pet.yaml": `
type: object
required: [name]
properties:
  name: { type: string }
  owner: { $ref: "./owner%20of.yaml" }
  parent: { $ref: "pet.yaml" }
  odd: { $ref: "nowhere.yaml" }
  $ref: { type: string }
example: { $ref: "example-that-nobody-has.yaml" }
`,
  "api/schemas/owner of.yaml": `
type: object
properties: { pets: { type: array, items: { $ref: "./pet.yaml#" } }, kind: { $ref: "#/$defs/Kind" } }
$defs: { Kind: { type: string, enum: [person, farm] } }
`,
};

describe("a description of several files", () => {
  it("gives the package that it would give as one, with its schemas as types", async () => {
    await write(shop);
    expect(await generate()).toBe(0);
    expect(said).toContain(": 3 operations");
    const models = await printed("src/models.ts");
    expect(models).toContain(
      "export type Pet = { name: string; owner?: OwnerOf; parent?: Pet; odd?: unknown;",
    );
    expect(models).toContain("export type OwnerOf = { pets?: Pet[]; kind?: Kind; }");
    expect(models).toContain('export type Kind = "person" | "farm"');
    const code = await printed("src/operations/operations.ts");
    expect(code).toContain("id: Id");
    expect(code).toContain("readonly limit?: number");
    expect(code).toContain("body?: Pet");
    expect(await compileAll(join(folder, "out/src"))).toBe("");
  });

  it("names the file of a fault, with line and column", async () => {
    await write(shop);
    await generate();
    expect(said).toContain(`${join(folder, "api/schemas/pet.yaml")}:8:16: `);
    expect(said).toContain('The $ref "nowhere.yaml" cannot be resolved: ');
  });

  it("carries its description as one document, of which the package can be made again", async () => {
    await write(shop);
    await generate();
    const { document } = JSON.parse(await readFile(join(folder, "out/description.json"), "utf8")) as {
      document: { components: { schemas: object } };
    };
    expect(Object.keys(document.components.schemas)).toEqual(["Pet", "Id", "owner of", "Kind"]);
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#|nowhere)/);
  });

  it("may have its schemas in a list of a file, and files that name each other", async () => {
    await write({
      "api/openapi.yaml": `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a: { $ref: "a.yaml" }
components: { schemas: { $ref: "schemas/index.yaml" } }
`,
      "api/a.yaml": `
get:
  operationId: getA
  responses:
    "200": { description: "", content: { application/json: { schema: { $ref: "schemas/index.yaml#/A" } } } }
    default: { $ref: "#/get/responses/default" }
`,
      "api/schemas/index.yaml": `{ A: { $ref: "a.yaml" }, B: { type: string } }`,
      "api/schemas/a.yaml": `{ type: object, properties: { b: { $ref: "index.yaml#/B" }, a: { $ref: "a.yaml" } } }`,
    });
    expect(await generate()).toBe(0);
    expect(await printed("src/models.ts")).toContain("export type A = { b?: B; a?: A; }");
    expect(said).not.toContain("left out");
  });
});

describe("a file that is named once", () => {
  const schema = `{ type: object, properties: { secret: { type: string } } }`;
  const withSchemas = (schemas: string, parameters = ""): string => `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a:
    get:
      operationId: getA
      parameters: [{ $ref: "#/components/parameters/example" }]
      responses: { "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components: { schemas: { ${schemas} }, parameters: { example: { ${parameters} } } }
`;
  const limit = `name: limit, in: query, schema: { type: integer }`;

  it.each([
    ["by a property that is called example", `A: { properties: { example: { $ref: "b.yaml" } } }`],
    ["by a property that is called examples", `A: { properties: { examples: { $ref: "b.yaml" } } }`],
    ["by a property called properties", `A: { properties: { properties: { $ref: "b.yaml" } } }`],
    [
      "by a schema that is called example",
      `A: { $ref: "#/components/schemas/example" }, example: { $ref: "b.yaml" }`,
    ],
  ])("is read: %s", async (_, schemas) => {
    await write({ "api/openapi.yaml": withSchemas(schemas, limit), "api/b.yaml": schema });
    expect(await generate()).toBe(0);
    expect(await printed("src/models.ts")).toContain("secret?: string");
    expect(said).not.toContain("cannot be resolved");
  });

  it("is read by a parameter that is called example", async () => {
    await write({
      "api/openapi.yaml": withSchemas("A: { type: string }", `$ref: "b.yaml"`),
      "api/b.yaml": `{ ${limit} }`,
    });
    expect(await generate()).toBe(0);
    expect(await printed("src/operations/operations.ts")).toContain("readonly limit?: number");
  });

  it("is not read by an example", async () => {
    const example = `A: { type: object, example: { $ref: "b.yaml" } }`;
    await write({ "api/openapi.yaml": withSchemas(example, limit), "api/b.yaml": "[" });
    expect(await generate()).toBe(0);
    expect(said).not.toContain("b.yaml");
  });
});

describe("a file that a description names", () => {
  const naming = (reference: string): string => `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a: { get: { operationId: getA, responses: { "204": { description: "" } } } }
components: { schemas: { A: { $ref: "${reference}" } } }
`;
  const secret = `{ type: object, properties: { secret: { type: string } } }`;

  it("is read below the folder of the description alone, unless another is given", async () => {
    await write({ "api/openapi.yaml": naming("../common.yaml"), "common.yaml": secret });
    expect(await generate()).toBe(0);
    expect(said).toContain("Set --root to the folder that contains all files");
    expect(await printed("src/models.ts")).toContain("type A = unknown");
    expect(await generate("api/openapi.yaml", "--root", folder)).toBe(0);
    expect(await printed("src/models.ts")).toContain("type A = { secret?: string; }");
  });

  it.each(["linked.yaml", "linked/common.yaml"])(
    "is not read through a link that leads out: %s",
    async (reference) => {
      await write({ "api/openapi.yaml": naming(reference), "other/common.yaml": secret });
      await symlink(join(folder, "other/common.yaml"), join(folder, "api/linked.yaml"));
      if (reference !== "linked.yaml") {
        await rm(join(folder, "api/linked.yaml"));
        await symlink(join(folder, "other"), join(folder, "api/linked"));
      }
      expect(await generate()).toBe(0);
      expect(said).toContain("is a link to a file outside");
      expect(await printed("src/models.ts")).not.toContain("secret");
    },
  );

  it.each([
    ["/etc/passwd", "no such file"],
    ["../../../../../../../../etc/passwd", "it is outside"],
    ["%2e%2e/%2e%2e/etc/passwd", "it is outside"],
    ["folder", "is not a file"],
    ["odd.yaml", "This is neither YAML nor JSON"],
    ["https://example.com/a.yaml", "Allow URLs with --allow-remote"],
    ["file:///etc/passwd", "points outside of this file"],
  ])("is refused as %s, and costs its place alone", async (reference, why) => {
    await write({ "api/openapi.yaml": naming(reference), "api/folder/a.yaml": "", "api/odd.yaml": "a: [" });
    expect(await generate()).toBe(0);
    expect(said).toContain(why);
    expect(said).toContain(": 1 operation,");
    expect(await printed("src/models.ts")).toContain("type A = unknown");
  });
});
