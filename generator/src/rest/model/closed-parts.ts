import type { SpecNode } from "../read/spec-node.js";
import { listProperties } from "./schema-queries.js";

/**
 * Adds a finding if a part of `allOf` has `additionalProperties: false` and other parts have properties that it does not
 * have, because no value can have those. Generators for C# write bases like this.
 */
export function checkClosedParts(schema: SpecNode): void {
  const parts = schema.get("allOf")?.items() ?? [];
  if (schema.getValue("additionalProperties") === false && !schema.get("patternProperties")) {
    const allowed = Object.keys(schema.get("properties")?.value ?? {});
    const forbidden = parts.flatMap((one) => listProperties(one)).find((name) => !allowed.includes(name));
    if (forbidden !== undefined)
      schema.warn(
        `A schema allows only its own properties, so no value can have ${JSON.stringify(forbidden)} of a part of allOf`,
        "Use unevaluatedProperties: false instead of additionalProperties: false beside allOf",
        "closed part",
      );
  }
  for (const part of parts) {
    const whole = part.resolveSchema();
    if (whole.getValue("additionalProperties") !== false || whole.get("patternProperties")) continue;
    const allowed = Object.keys(whole.get("properties")?.value ?? {});
    const others = parts.filter((one) => one !== part).flatMap((one) => listProperties(one));
    const own = Object.keys(schema.get("properties")?.value ?? {});
    const forbidden = [...others, ...own].find((name) => !allowed.includes(name));
    if (forbidden === undefined) continue;
    part.warn(
      `A part of allOf allows only its own properties, so no value can have ${JSON.stringify(forbidden)} of another part`,
      "Use unevaluatedProperties: false beside allOf instead of additionalProperties: false in its parts",
      "closed part",
    );
  }
}
