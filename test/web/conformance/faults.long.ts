/** The runner itself: it finds clients and servers that are wrong on purpose. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { clientFaults } from "./client-faults.js";
import { expand, type Mode } from "./expand.js";
import { runClient, runServer } from "./run.js";
import { serverFaults } from "./server-faults.js";
import { readConfig, readSuites } from "./suites.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const clone = process.env["CONNECT_CONFORMANCE"] ?? "";
const data = join(clone, "internal/app/connectconformance/testsuites/data");

/** All cases on one axis of each kind, which is enough to find a mistake. */
function casesOf(mode: Mode) {
  const config = readConfig(readFileSync(`${here}features/connect-es.yaml`, "utf8"));
  return expand(readSuites(data), config, mode).filter(
    ({ compression, tls, version }) => compression === "IDENTITY" && !tls && version === "HTTP_VERSION_1",
  );
}

it.each(Object.entries(clientFaults))("a client that %s is found", async (_, open) => {
  const verdicts = await runClient(casesOf("CLIENT"), open);
  expect(verdicts.filter(({ differences }) => differences.length > 0)).not.toEqual([]);
});

it.each(Object.entries(serverFaults))("a server that %s is found", async (_, start) => {
  const verdicts = await runServer(casesOf("SERVER"), start);
  expect(verdicts.filter(({ differences }) => differences.length > 0)).not.toEqual([]);
});
