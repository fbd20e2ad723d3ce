import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Shapes } from "../../../generator/src/rest/runtime/shape.js";
import { findIssues } from "../../../generator/src/rest/runtime/issues.js";
import { normalizeDescription } from "../../../generator/src/rest/read/normalize/normalize.js";
import { readSpecText } from "../../../generator/src/rest/read/spec-text.js";
import { mutationsOf } from "../mutation.fixture.js";
import { openedAsIs } from "./client.fixture.js";
import { github, textOf, worldDocuments } from "./documents.fixture.js";
import { schemaSupported, withoutNullable } from "./oracle.fixture.js";
import { sampleOf } from "./sample.fixture.js";

type Guard = (value: unknown) => boolean;

/** Values near a sample of each schema. */
const numRuns = 40;

describe.each([...worldDocuments(), github])("$name", (document) => {
  it("has guards that agree with AJV on mutated examples", { timeout: 600_000 }, async () => {
    await using built = await openedAsIs(document);
    const guards = await built.load("guards");
    const { shapes } = (await built.load("shapes")) as { shapes: Shapes };
    const described = await readSpecText(document.name, textOf(document));
    const { root } = normalizeDescription(described, false).spec;
    const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true, validateSchema: false });
    // A guard refuses a whole number of 64 bits that JSON.parse has rounded. Other formats are told, not judged.
    for (const name of ["int64", "uint64"])
      ajv.addFormat(name, { type: "number", validate: Number.isSafeInteger });
    ajv.addSchema(withoutNullable(root), "spec");
    const named = [...built.api.schemas.values()].filter(
      ({ name, isComponent }) => isComponent && schemaSupported(root, name),
    );
    let compared = 0;
    for (const { name, guardName } of named) {
      const guard = guards[guardName] as Guard;
      const validate = ajv.getSchema(`spec#/components/schemas/${encodeURIComponent(name)}`) as
        | Guard
        | undefined;
      const sample = sampleOf({ ref: name }, shapes);
      if (!validate || sample === undefined) continue;
      fc.assert(
        fc.property(mutationsOf([sample]), (value) => {
          compared++;
          const want = validate(value);
          expect(guard(value), `${name}: ${JSON.stringify(value)}`).toBe(want);
          expect(findIssues(value, { ref: name }, shapes).length === 0, name).toBe(want);
        }),
        { numRuns },
      );
    }
    // A document without such schemas compares nothing.
    expect(compared).toBeGreaterThanOrEqual(named.length > 0 ? numRuns : 0);
    console.log(`${document.name}: ${compared} verdicts of ${named.length} guards are AJV's`);
  });
});
