import { afterEach, expect, it, vi } from "vitest";
import type { OutputFile } from "../kit/emit/file.js";
import type * as Format from "../kit/emit/format.js";
import { generateRestClient } from "./generate-rest-client.js";
import { codedError } from "../../../test/coded-error.js";

/** The generator is made to break: code with this word counts as no TypeScript. */
const { defect } = vi.hoisted(() => ({ defect: { word: "", path: "" } }));

vi.mock("../kit/emit/format.js", async (load) => {
  const real = await load<typeof Format>();
  const formatFile = (file: OutputFile): Promise<OutputFile> => {
    const line = file.text.split("\n").findIndex((one) => one.includes(defect.word)) + 1;
    if (file.path !== defect.path || line === 0) return real.formatFile(file);
    throw new real.InvalidCode(file, line, "Unexpected token");
  };
  return { ...real, formatFile };
});

afterEach(() => Object.assign(defect, { word: "", path: "" }));

const pets = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets/{kind}:
    get:
      tags: [pets]
      operationId: listPets
      parameters:
        - { name: kind, in: path, required: true, schema: { enum: [cat] } }
        - { name: sort, in: query, schema: { enum: [backwards] } }
      responses:
        "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
  /toys:
    get:
      tags: [pets]
      operationId: getToys
      responses:
        "200": { description: "", content: { application/json: { schema: { enum: [ball] } } } }
  /health: { get: { operationId: getHealth, responses: { "204": { description: "" } } } }
components:
  schemas:
    Pet: { type: object, required: [whiskers], properties: { whiskers: { type: integer } } }
`;

const generate = (isStrict = false): ReturnType<typeof generateRestClient> =>
  generateRestClient(
    { file: "pets.yaml", text: pets },
    { packageName: "pets", packageVersion: "1.0.0", name: "Pets" },
    { isStrict },
  );

it.each([
  ["its types", "backwards", "src/operations/pets.ts", "GET /pets/{kind}"],
  ["its method", "list(kind", "src/operations/pets.ts", "GET /pets/{kind}"],
  ["the guard of its answer", '["ball"]', "src/guards.ts", "GET /toys"],
  ["the guard of an argument", '["cat"]', "src/guards.ts", "GET /pets/{kind}"],
])(
  "an operation is left out if %s cannot be TypeScript, and the others are generated",
  async (_, word, path, want) => {
    Object.assign(defect, { word, path });
    const { omitted, operations, warnings } = await generate();
    expect(omitted).toEqual([want]);
    expect(operations).toBe(2);
    for (const { what, fix } of warnings) {
      expect(what).toContain(`${want} is left out. Its code is invalid (generated ${path}:`);
      expect(fix).toContain("report it");
    }
  },
);

it.each([
  ["src/models.ts", "whiskers"],
  ["src/guards.ts", "whiskers"],
])("a schema says nothing if its code in %s cannot be TypeScript", async (path, word) => {
  Object.assign(defect, { word, path });
  const { files, operations, warnings } = await generate();
  expect(operations).toBe(3);
  expect(warnings.map(({ element }) => element)).toEqual(["#/components/schemas/Pet"]);
  expect(files.find((file) => file.path === "src/models.ts")?.text).toContain("type Pet = unknown");
});

it("nothing is generated if nothing may be left out, or if the fault is in no part of the API", async () => {
  Object.assign(defect, { word: "backwards", path: "src/operations/pets.ts" });
  await expect(generate(true)).rejects.toThrow(codedError("OPENAPI_INVALID", "GET /pets/{kind} is left out"));
  Object.assign(defect, { word: "etagCache", path: "src/runtime/core.ts" });
  await expect(generate()).rejects.toThrow("generated src/runtime/core.ts:");
});
