import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { requestOf } from "../../generator/src/request.fixture.js";
import { buildGoogle } from "./google.fixture.js";
import { usageOf } from "./plugin-usage.fixture.js";

/** Runs differ by less. With a heap that grows as V8 likes it is 1.27; with Node 24, 1.2, as the page says. */
const tolerance = Number(process.versions.node.split(".")[0]) < 24 ? 1.15 : 1.3;

it("the protos of a whole platform take no more memory than their page says", { timeout: 600_000 }, () => {
  const page = readFileSync(fileURLToPath(new URL("../../docs/generator.md", import.meta.url)), "utf8");
  const [, files = "", gigabytes = ""] =
    /^\| (\d+) files \| 102 MB \| .* \| ([\d.]+) GB \|$/m.exec(page) ?? [];
  const protos = buildGoogle(["google/cloud"]);
  const generate = protos.map(({ name }) => name).filter((name) => name.startsWith("google/cloud/"));
  expect(generate).toHaveLength(Number(files));
  const parameter = "session_name=Google,unrouted=allow,partial=allow";
  const { cpuMs, peakBytes } = usageOf(requestOf(protos, { parameter, generate }));
  console.log(`${(peakBytes / 1e9).toFixed(2)} GB, ${(cpuMs / 1000).toFixed(1)} s of CPU time`);
  expect(peakBytes / 1e9).toBeLessThan(Number(gigabytes) * tolerance);
});
