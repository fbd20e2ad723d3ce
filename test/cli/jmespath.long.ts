import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileQuery, QueryError, type QueryValue } from "../../dynamic-client/src/index.js";

/** The compliance suite jmespath/jmespath.test. `STRATUS_JMESPATH` is the folder of a clone. */
const clone = process.env["STRATUS_JMESPATH"];

interface Group {
  readonly given: QueryValue;
  readonly cases: readonly {
    readonly expression: string;
    readonly result?: QueryValue;
    readonly error?: string;
    readonly bench?: string;
  }[];
}

const folder = join(clone ?? "", "tests");
const files = clone === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(".json"));

describe.skipIf(clone === undefined)("the JMESPath compliance suite", () => {
  it.each(files)("accepts the queries of %s", (file) => {
    const groups = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Group[];
    for (const { given, cases } of groups)
      for (const { expression, result, error, bench } of cases) {
        if (bench !== undefined) continue;
        if (error === undefined) expect(compileQuery(expression)(given), expression).toEqual(result);
        else expect(() => compileQuery(expression)(given), expression).toThrow(QueryError);
      }
  });
});
