import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { openFolder } from "../compile.fixture.js";
import { answer, compile, expectCompiled, run } from "./package.fixture.js";

afterAll(expectCompiled);

const text = { type: "string" };
const moment = { ...text, format: "date-time" };
const large = { type: "integer", format: "int64" };
const spec = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/pets": { get: { operationId: "listPets", responses: answer({ $ref: "#/components/schemas/Pet" }) } },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: {
          name: text,
          kind: { enum: ["cat", "dog"] },
          parent: { $ref: "#/components/schemas/Pet" },
          tags: { type: "array", items: text },
          size: { ...text, default: "m" },
        },
      },
      Large: { type: "object", required: ["id"], properties: { id: large } },
      Moment: { type: "object", required: ["at"], properties: { at: moment } },
      Secret: {
        type: "object",
        required: ["id", "pin"],
        properties: { id: { ...text, readOnly: true }, pin: { ...text, writeOnly: true } },
      },
      Any: {},
      Open: { type: "object" },
      Union: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { type: ["integer", "null"] }] },
      Kind: { allOf: [{ $ref: "#/components/schemas/Pet" }, { required: ["kind"] }] },
      Owner: {
        type: "object",
        properties: {
          pet: { $ref: "#/components/schemas/Pet", nullable: true },
          word: { ...text, enum: [1, true] },
        },
      },
      Both: {
        allOf: [
          { $ref: "#/components/schemas/Pet" },
          { type: "object", additionalProperties: { type: "string" } },
        ],
      },
    },
  },
};

/** The lines of a program that compile if a type of ours and one of openapi-typescript's are assignable both ways. */
const same = (name: string): string => `
export const there${name} = (value: ours.${name}): components["schemas"]["${name}"] => value;
export const back${name} = (value: components["schemas"]["${name}"]): ours.${name} => value;`;

/** A program of such lines. */
const program = (...names: readonly string[]): string => `
import type * as ours from "./index.js";
import type { components } from "./openapi.js";${names.map(same).join("")}
`;

/** The names of types whose lines do not compile. */
function different(errors: string, names: readonly string[]): readonly string[] {
  const lines = [...errors.matchAll(/src\/usage\.ts\((\d+),\d+\): error TS2/g)].map(([, line]) =>
    Number(line),
  );
  return names.filter((_, at) => lines.some((line) => line === 4 + at * 2 || line === 5 + at * 2));
}

describe("the types of openapi-typescript", () => {
  it.each([
    [["Pet", "Large", "Moment", "Secret", "Any", "Open", "Union", "Both", "Kind", "Owner"], {}, ["Secret"]],
    [["Large"], { int64: "bigint" }, ["Large"]],
    [["Large"], { int64: "text" }, ["Large"]],
    [["Moment"], { hasDates: true }, ["Moment"]],
  ] as const)(
    "of %j with %j are those of the package, both ways, but of %j",
    async (names, options, others) => {
      const built = await compile(spec, program(...names), undefined, undefined, {
        ...options,
        hasOpenapiTypes: true,
      });
      const errors = await built.errors();
      expect(different(errors, names), errors).toEqual(others);
    },
  );

  it("are an entry of the package only if they are asked for", async () => {
    const entries = async (hasOpenapiTypes: boolean): Promise<readonly boolean[]> => {
      const { files } = await run(spec, { hasOpenapiTypes });
      const pack = files.find(({ path }) => path === "package.json")?.text ?? "";
      return [pack.includes('"./openapi"'), files.some(({ path }) => path === "src/openapi.ts")];
    };
    expect(await entries(false)).toEqual([false, false]);
    expect(await entries(true)).toEqual([true, true]);
  });

  it("are left out and said if the description is refused, and the client is there all the same", async () => {
    const odd = {
      ...spec,
      paths: { ...spec.paths, "/a": { get: { responses: answer({ $ref: "#/components/schemas/None" }) } } },
    };
    const { files, operations, warnings } = await run(odd, { hasOpenapiTypes: true });
    expect(operations).toBe(2);
    expect(files.some(({ path }) => path === "src/openapi.ts")).toBe(false);
    expect(warnings.map(({ what }) => what).join()).toContain("openapi-typescript rejects the description");
  });

  it("are of the description as it is read: converted, and without what is left out", async () => {
    const old = {
      swagger: "2.0",
      info: spec.info,
      paths: { "/a": { get: { responses: {} } }, "/b": { trace: { responses: {} } }, c: {} },
      definitions: { Pet: { type: "object", properties: { name: text } } },
    };
    const built = await compile(old, program("Pet"), undefined, undefined, { hasOpenapiTypes: true });
    expect(built.text("src/openapi.ts")).not.toContain('"c"');
  });

  it("hold nothing that runs, whatever the description says", async () => {
    const hostile = "*/ globalThis.broken = true; /* `${globalThis.broken = 1}` \u2028 globalThis.broken = 2";
    const odd = JSON.parse(
      JSON.stringify(spec).replaceAll("Pet", "X").replaceAll('"cat"', JSON.stringify(hostile)),
    ) as typeof spec;
    const schemas = {
      ...odd.components.schemas,
      [hostile]: {
        description: hostile,
        type: "object",
        properties: { [hostile]: { ...text, description: hostile } },
      },
    };
    const built = await compile({ ...odd, components: { schemas } }, "", undefined, undefined, {
      hasOpenapiTypes: true,
    });
    await built.load("openapi.js");
    expect(globalThis).not.toHaveProperty("broken");
  });
});

it("the catalogue's types are those of its entry openapi, both ways", async () => {
  const folder = fileURLToPath(new URL("../../generated/catalogue/", import.meta.url));
  const models = await readFile(`${folder}src/models.ts`, "utf8");
  const names = [...models.matchAll(/^export type (\w+)/gm)].map(([, name]) => name ?? "");
  expect(names.length).toBeGreaterThan(8);
  const { lock } = JSON.parse(await readFile(`${folder}description.json`, "utf8")) as {
    readonly lock: { readonly names: { readonly exports: Readonly<Record<string, string>> } };
  };
  const schemas = Object.entries(lock.names.exports).flatMap(([slot, name]) =>
    slot.startsWith("schema ") ? [[slot.slice(7), name] as const] : [],
  );
  expect(schemas.map(([, name]) => name).sort()).toEqual(names.sort());
  const lines = schemas.map(
    (
      [schema, name],
      index,
    ) => `export const there${index} = (value: ours.${name}): components["schemas"]["${schema}"] => value;
export const back${index} = (value: components["schemas"]["${schema}"]): ours.${name} => value;`,
  );
  await using checked = await openFolder();
  await checked.write({
    "usage.ts": `import type * as ours from "@svc/catalogue";\nimport type { components } from "@svc/catalogue/openapi";\n${lines.join("\n")}`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        strict: true,
        target: "es2023",
        module: "nodenext",
        noEmit: true,
        skipLibCheck: true,
      },
      include: ["*.ts"],
    }),
    "package.json": '{ "type": "module" }',
  });
  expect(await checked.check("TypeScript 7")).toBe("");
});
