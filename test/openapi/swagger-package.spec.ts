import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openapiCommand } from "../../generator/src/command/subcommand/openapi.js";
import { runCommand } from "../../generator/src/command/subcommand/run-command.js";
import { compile, run } from "./package.fixture.js";

const info = { title: "Shop", version: "1" };
const pet = { $ref: "#/definitions/Pet" };

describe("a package of a description in Swagger 2.0", () => {
  it("gives a client that compiles and works, and carries its description in OpenAPI 3", async () => {
    const built = await compile(
      {
        swagger: "2.0",
        info,
        host: "a.test",
        paths: {
          "/pets": {
            post: {
              operationId: "createPet",
              parameters: [{ name: "b", in: "body", required: true, schema: pet }],
              responses: { 200: { description: "", schema: pet } },
            },
          },
        },
        definitions: {
          Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        },
      },
      `import { AcmeClient } from "./index.js";
export const name = async (): Promise<string> => (await new AcmeClient().createPet({ name: "Tom" })).name;`,
    );
    expect(built.errors).toBe("");
    expect(JSON.parse(built.text("description.json"))).toMatchObject({ document: { openapi: "3.0.3" } });
  });

  it("names the place of a fault in its own words", async () => {
    const text = `swagger: "2.0"
info: { title: Shop, version: "1" }
paths:
  /a:
    post:
      parameters:
        - name: b
          in: body
          schema: { not: { type: string } }
      responses: { "200": { description: "", schema: { $ref: "#/definitions/A" } } }
definitions:
  A:
    if: { type: string }
`;
    const { warnings } = await run(text);
    expect(warnings.map(({ line }) => line)).toEqual([13, 9]);
    const { warnings: more } = await run(text.replace("{ not: { type: string } }", "{ $ref: nowhere }"));
    expect(more.map(({ line }) => line)).toContain(9);
  });

  it("may have several files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "swagger-"));
    try {
      await writeFile(
        join(folder, "a.yaml"),
        `
swagger: "2.0"
info: { title: Shop, version: "1" }
paths: { /a: { $ref: "paths.yaml#/a" } }
definitions: { Pet: { $ref: "pet.yaml" } }
`,
      );
      await writeFile(
        join(folder, "paths.yaml"),
        `
a: { get: { responses: { "200": { description: "", schema: { $ref: "pet.yaml" } } }, parameters: [{ name: b, in: query, type: array, items: { type: integer } }] } }
`,
      );
      await writeFile(
        join(folder, "pet.yaml"),
        `{ type: object, properties: { owner: { $ref: "owner.yaml" } } }`,
      );
      await writeFile(
        join(folder, "owner.yaml"),
        `{ type: object, properties: { secret: { type: string } } }`,
      );
      let said = "";
      const say = (text: string): void => void (said += text);
      const args = ["openapi", join(folder, "a.yaml"), "--out", join(folder, "out")];
      expect(await runCommand([openapiCommand()], args, () => "1", { out: say, error: say })).toBe(0);
      expect(said).toContain(": 1 operation,");
      expect(said).not.toContain("cannot be resolved");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
