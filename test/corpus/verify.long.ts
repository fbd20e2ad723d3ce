import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { requestOf } from "../../generator/src/request.fixture.js";
import { corpusSmall } from "../../bench/src/corpus.js";
import { buildGoogle } from "./google.fixture.js";
import { usageOf } from "./plugin-usage.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

it("verify=true takes as much longer as the page of the options says", { timeout: 300_000 }, () => {
  const page = readFileSync(join(top, "docs/generator.md"), "utf8");
  expect(page).toMatch(/^\| `verify` .*takes three to four times as long/m);
  const file = buildGoogle(corpusSmall);
  const parameter = "session_name=Google,unrouted=allow";
  const plain = usageOf(requestOf(file, { parameter })).cpuMs;
  const verified = usageOf(requestOf(file, { parameter: `${parameter},verify=true` })).cpuMs;
  console.log(
    `${plain.toFixed(0)} ms, with verify=true ${verified.toFixed(0)} ms: ${(verified / plain).toFixed(1)} times`,
  );
  expect(verified / plain).toBeGreaterThan(2.5);
  expect(verified / plain).toBeLessThan(4.5);
});
