import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonFixture } from "@stratus/runtime/fixtures";
import { expect, it } from "vitest";
import { findIssues } from "../../generator/src/rest/runtime/issues.js";
import { toJsonSchema } from "../../generator/src/rest/runtime/json-schema.js";
import type { Shapes } from "../../generator/src/rest/runtime/shape.js";
import { generate } from "./package.fixture.js";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));
const examples = join(packages, "@readme/oas-examples");
const documents = readdirSync(examples, { recursive: true, encoding: "utf8" })
  .filter((path) => /^[23]\.\d\/json\/.*\.json$/.test(path))
  .map((path) => join(examples, path));

/** The shapes of a document's package; undefined if it has none. */
async function shapesOf(path: string): Promise<Shapes | undefined> {
  const files = await generate(readFileSync(path, "utf8")).catch(() => undefined);
  const text = files?.find((file) => file.path === "src/shapes.ts")?.text;
  const [, literal] = /export const shapes: Shapes = (\{[^]*?\n?\});?\n/.exec(text ?? "") ?? [];
  if (literal === undefined) return undefined;
  const module = (await import(
    `data:text/javascript,${encodeURIComponent(`export const shapes = ${literal};`)}`
  )) as {
    shapes: Shapes;
  };
  return module.shapes;
}

it("fixtures of the types of public documents pass their guards, and Ajv", { timeout: 600_000 }, async () => {
  let [described, made] = [0, 0];
  const failures: string[] = [];
  for (const path of [...documents, join(packages, "@scalar/galaxy/dist/latest.json")]) {
    const shapes = await shapesOf(path);
    if (!shapes) continue;
    described++;
    for (const name of Object.keys(shapes)) {
      try {
        const schema = toJsonSchema(name, shapes, "draft-2020-12");
        const judge = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
        const validate = (value: unknown): object => {
          const issues = findIssues(value, { ref: name }, shapes);
          return issues.length === 0
            ? { value }
            : { issues: issues.map(({ path: at, expected }) => ({ message: expected, path: [at] })) };
        };
        for (const seed of [1, 2, 3]) {
          const value = await jsonFixture(
            { "~standard": { validate, jsonSchema: { output: () => schema } } },
            { seed },
          );
          made++;
          if (!judge(value)) failures.push(`${path} ${name}: ${JSON.stringify(value)}`);
        }
      } catch (error) {
        // A type that requires itself has no value.
        if (/TreeNode/.test(name) && /keeps the rule required/.test(String(error))) continue;
        failures.push(`${path} ${name}: ${String(error)}`);
      }
    }
  }
  console.log(`${described} documents, ${made} fixtures, ${failures.length} failures`);
  expect(failures).toEqual([]);
  expect(described).toBeGreaterThanOrEqual(50);
});
