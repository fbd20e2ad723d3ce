import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { SchemaReader } from "../../generator/src/rest/model/schemas.js";
import { Findings } from "../../generator/src/rest/read/findings.js";
import { normalizeDescription } from "../../generator/src/rest/read/normalize/normalize.js";
import { SpecNode } from "../../generator/src/rest/read/spec-node.js";
import { readSpecText } from "../../generator/src/rest/read/spec-text.js";
import { convertSwagger } from "../../generator/src/rest/read/swagger/swagger.js";
import { findIssues } from "../../generator/src/rest/runtime/issues.js";
import { smallDocuments, swaggerDocuments } from "./world/documents.fixture.js";

/** The values of `example` and `examples`. */
function listExamples(node: SpecNode): readonly unknown[] {
  const named = (node.get("examples")?.entries() ?? []).map(([, one]) => one.tryResolve()?.get("value"));
  return [node.get("example"), ...named].flatMap((one) => (one ? [one.value] : []));
}

/** The media types and schemas below a node that have examples. */
function* listDescribed(node: SpecNode): Iterable<readonly [schema: SpecNode, examples: readonly unknown[]]> {
  const children = [...node.entries().map(([, one]) => one), ...node.items()];
  for (const child of children) {
    const schema = child.get("schema");
    if (schema && !child.get("in")) yield [schema, listExamples(child)];
    yield* listDescribed(child);
  }
}

it("the examples of published documents fit their guards, unless a document contradicts itself", async () => {
  const wrong = new Set<string>();
  let count = 0;
  for (const file of [...smallDocuments().map((one) => one.file), ...swaggerDocuments()]) {
    const described = convertSwagger(await readSpecText(file, await readFile(file, "utf8")));
    const root = SpecNode.root(normalizeDescription(described, false).spec, new Findings());
    const reader = new SchemaReader();
    const schemas = root.get("components")?.get("schemas")?.entries() ?? [];
    const all = [
      ...listDescribed(root),
      ...schemas.map(([, schema]) => [schema, listExamples(schema)] as const),
    ];
    for (const [schema, examples] of all) {
      const shape = reader.read(schema);
      const shapes = Object.fromEntries([...reader.named].map(([name, named]) => [name, named.shape]));
      for (const example of examples) {
        count++;
        const [issue] = findIssues(example, shape, shapes);
        if (issue) wrong.add(`${schema.path}: expected ${issue.expected}, got ${issue.actual}`);
      }
    }
  }
  expect(count).toBeGreaterThan(50);
  // These examples are JSON as text, or are not of the type beside them.
  const primitive = "#/paths/~1requestBody-primitive-example";
  expect([...wrong].filter((one) => !one.startsWith(primitive))).toEqual([
    "#/components/schemas/FormDataBodyPart: expected object, got string",
  ]);
});
