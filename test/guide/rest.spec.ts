import { CatalogueClient } from "@svc/catalogue";
import { guide, loadGuide, modules } from "@svc/catalogue/guide";
import { isGuide, readLine, type Guide, type GuideModules } from "@stratus/runtime/guide";
import { describe, expect, it } from "vitest";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { openFolder } from "../compile.fixture.js";

describe("the guide of a REST client", () => {
  it("has the form that those of gRPC clients have", () => {
    const one: Guide = guide;
    const parts: GuideModules = modules;
    expect(isGuide(one)).toBe(true);
    expect(Object.keys(parts)).toContain(one.services[0]?.module);
  });

  it("leads to each operation of the client", async () => {
    const client = new CatalogueClient({ baseUrl: "https://catalogue.example.edu" }) as unknown as Record<
      string,
      Record<string, unknown>
    >;
    for (const { module, name, methods } of guide.services) {
      const service = (await loadGuide(modules, module)).services.get(name)!;
      expect(service.methods.map(({ word }) => word)).toEqual(methods.map((line) => readLine(line).word));
      for (const { local } of service.methods)
        expect(client[service.client]?.[local], `${service.client}.${local}`).toBeTypeOf("function");
    }
  });

  it("says what is asked for, where it goes, and what comes back", async () => {
    const { services, messages } = await loadGuide(modules, "operations/courses");
    const get = services.get("Courses")?.methods.find(({ word }) => word === "get");
    expect(get).toMatchObject({
      http: { method: "GET", path: "/courses/{subject_code}/{course_number}" },
      response: { kind: "message", type: "Course" },
    });
    expect(messages.get(get?.request ?? "")?.fields).toMatchObject([
      { name: "subject_code", property: "subjectCode", place: "path", kind: "string", isRequired: true },
      { name: "course_number", place: "path", kind: "integer", limits: ["a whole number from 0"] },
    ]);
    expect(messages.get("Course")?.fields.find(({ name }) => name === "sections")).toMatchObject({
      kind: "message",
      type: "Section",
      isList: true,
    });
  });
});

const spec = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
tags: [{ name: pets, description: "Pets. And more." }]
paths:
  /pets:
    parameters: [{ name: kind, in: query, schema: { enum: [cat, dog] } }]
    get:
      tags: [pets]
      operationId: listPets
      responses: { "200": { description: OK, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } } }
    post:
      tags: [pets]
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "204": { description: OK } }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    put: { tags: [pets], operationId: putPet, responses: { "204": { description: OK } } }
    delete: { tags: [pets], operationId: deletePet, deprecated: true, responses: { "204": { description: OK } } }
components:
  schemas:
    Pet:
      type: object
      description: 'A "pet" */ \${x}'
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 20 }
        parent: { $ref: "#/components/schemas/Pet" }
        tags: { type: object, additionalProperties: { type: integer } }
        home: { type: object, properties: { street: { type: string } } }
        mood: { oneOf: [{ type: string }, { type: number }] }
`;
const names = { packageName: "@acme/pets", packageVersion: "1.2.3", name: "Pets" };

describe("a guide of a description", () => {
  it("is written only if it is asked for", async () => {
    const { files } = await generateRestClient({ file: "pets.yaml", text: spec }, names);
    expect(files.filter(({ path }) => path.includes("guide/"))).toEqual([]);
    expect(files.find(({ path }) => path === "package.json")?.text).not.toContain("./guide");
  });

  it("compiles, and says what the description says", async () => {
    const { files } = await generateRestClient({ file: "/home/me/pets.yaml", text: spec }, names, {
      hasGuide: true,
    });
    await using folder = await openFolder();
    await folder.write(
      Object.fromEntries(
        files
          .filter(({ path }) => /^src\/(?:runtime\/)?guide\//.test(path))
          .map(({ path, text }) => [path, text]),
      ),
    );
    expect(await folder.compile("TypeScript 7")).toBe("");
    const text = (path: string): string => files.find((one) => one.path === path)?.text ?? "";
    expect(text("src/guide/index.ts")).toContain(
      'methods: ["list :readByName", "add :act", "put :change", "delete :destroy!"],',
    );
    const models = text("src/guide/models.ts");
    expect(models).toContain('source: "pets.yaml"');
    expect(models).toContain('limits: ["text of 1 to 20 characters"]');
    expect(models).toMatch(
      /name: "tags",\s+property: "tags",\s+kind: "(?:integer|number)",\s+mapKey: "string"/,
    );
    expect(models).toContain('type: "Pet.home"');
    expect(models).toMatch(/name: "mood",\s+property: "mood",\s+kind: "json"/);
  });
});
