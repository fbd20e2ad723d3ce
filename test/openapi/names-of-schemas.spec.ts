import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { answer, compile, expectCompiled } from "./package.fixture.js";

afterAll(expectCompiled);

/** The types that modules of the runtime export, which generated files import. */
function listRuntimeTypes(): readonly string[] {
  const folder = fileURLToPath(new URL("../../generator/src/rest/runtime/", import.meta.url));
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name));
  const texts = files.map((name) => readFileSync(`${folder}${name}`, "utf8"));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].toSorted();
}

it("schemas can have the names of all types of the runtime", async () => {
  const names = listRuntimeTypes();
  expect(names).toEqual(expect.arrayContaining(["Description", "Operation", "Session"]));
  const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const paths = names.map((name) => {
    const schema = { type: "array", items: reference(name) };
    const requestBody = { content: { "application/json": { schema: reference(name) } } };
    const get = { operationId: `list${name}`, responses: answer(schema) };
    return [
      `/${name}`,
      { get, put: { operationId: `put${name}`, requestBody, responses: answer(reference(name)) } },
    ];
  });
  const webhooks = Object.fromEntries(
    names.map((name) => {
      const requestBody = { content: { "application/json": { schema: reference(name) } } };
      return [name, { post: { requestBody, responses: answer({ type: "string" }) } }];
    }),
  ) as object;
  const schemas = Object.fromEntries(
    names.map((name) => [name, { type: "object", required: ["id"], properties: { id: { type: "string" } } }]),
  ) as object;
  const spec = {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: Object.fromEntries(paths) as object,
    webhooks,
    components: { schemas },
  };
  const options = {
    hasLazyGroups: true,
    hasOpenTelemetry: true,
    hasStandardSchema: true,
    hasTesting: true,
    hasGuide: true,
  };
  const made = await compile(spec, undefined, undefined, undefined, options);
  expect(await made.errors()).toBe("");
});
