import { expect, it } from "vitest";
import { generateRestClient } from "../../generate-rest-client.js";

const json = (schema: object): object => ({ description: "ok", content: { "application/json": { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = { responses: { 200: json({ type: "array", items: ref("Pet") }) } };
const page = { responses: { 200: json(ref("PetPage")) } };
const get = { responses: { 200: json(ref("Pet")) } };
const made = { responses: { 201: json(ref("Pet")) } };

/** Returns the effect of the POST of an API with these paths, as the index of its guide has it. */
async function effectOf(paths: Readonly<Record<string, object>>): Promise<string> {
  const operations = Object.entries(paths).map(([path, methods]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    return [path, { parameters, ...methods }];
  });
  const schemas = {
    Pet: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
    Ticket: { type: "object", required: ["no"], properties: { no: { type: "string" } } },
    PetPage: {
      type: "object",
      properties: { total: { type: "integer" }, pets: { type: "array", items: ref("Pet") } },
    },
  };
  const spec = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: Object.fromEntries(operations),
    components: { schemas },
  };
  const names = { packageName: "@acme/pets", packageVersion: "1.0.0", name: "Pets" };
  const { files } = await generateRestClient({ file: "pets.json", text: JSON.stringify(spec) }, names, {
    hasGuide: true,
  });
  const index = files.find(({ path }) => path === "src/guide/index.ts")?.text ?? "";
  return /"(?:post|create)\S* :(\w+)/.exec(index)?.[1] ?? "none";
}

it.each<[string, string, Readonly<Record<string, object>>]>([
  [
    "its collection is listed and its type is read",
    "create",
    { "/pets": { get: list, post: made }, "/pets/{id}": { get } },
  ],
  [
    "its collection is listed in an object",
    "create",
    { "/pets": { get: page, post: made }, "/pets/{id}": { get } },
  ],
  ["it answers 200", "create", { "/pets": { get: list, post: get }, "/pets/{id}": { get } }],
  [
    "parameters have other names, and a path ends with a slash",
    "create",
    { "/o/{o}/pets/": { get: list, post: made }, "/o/{owner}/pets/{id}": { get } },
  ],
  ["nothing lists its collection", "act", { "/pets": { post: made }, "/pets/{id}": { get } }],
  ["its collection is one resource", "act", { "/pets": { get, post: made }, "/pets/{id}": { get } }],
  ["nothing reads one", "act", { "/pets": { get: list, post: made } }],
  [
    "it answers with another type",
    "act",
    { "/pets": { get: list, post: { responses: { 201: json(ref("Ticket")) } } }, "/pets/{id}": { get } },
  ],
  [
    "it answers later",
    "act",
    {
      "/pets": { get: list, post: { responses: { 202: json(ref("Pet")), 200: json(ref("Ticket")) } } },
      "/pets/{id}": { get },
    },
  ],
  [
    "it answers nothing",
    "act",
    { "/pets": { get: list, post: { responses: { 204: { description: "ok" } } } }, "/pets/{id}": { get } },
  ],
  ["it acts on one", "act", { "/pets": { get: list }, "/pets/{id}": { get, post: made } }],
])("a POST of which %s is %s", async (_, effect, paths) => {
  const named = Object.fromEntries(
    Object.entries(paths).map(([path, methods], at) => [
      path,
      Object.fromEntries(
        Object.entries(methods as Readonly<Record<string, object>>).map(([verb, one]) => [
          verb,
          { operationId: `${verb}${at}`, ...one },
        ]),
      ),
    ]),
  );
  expect(await effectOf(named)).toBe(effect);
});
