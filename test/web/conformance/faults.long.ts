/** The runner itself: it finds clients and servers that are wrong on purpose. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { clientFaults } from "./client-faults.js";
import { esCaller } from "./es-caller.js";
import { expand, type Mode } from "./expand.js";
import { listedReason } from "./listed.js";
import { runClient, runServer } from "./run.js";
import { serverFaults } from "./server-faults.js";
import { startEsServer } from "./servers.js";
import { readConfig, readSuites } from "./suites.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const clone = process.env["CONNECT_CONFORMANCE"] ?? "";
const data = join(clone, "internal/app/connectconformance/testsuites/data");

/** All cases on one axis of each kind that pass without a mistake, which is enough to find one. */
function casesOf(mode: Mode) {
  const half = `connect-es, as ${mode.toLowerCase()}`;
  const config = readConfig(readFileSync(`${here}features/connect-es.yaml`, "utf8"));
  return expand(readSuites(data), config, mode).filter(
    ({ compression, name, tls, version }) =>
      compression === "IDENTITY" &&
      !tls &&
      version === "HTTP_VERSION_1" &&
      listedReason(half, name) === undefined,
  );
}

it("nothing is found without a mistake", async () => {
  const verdicts = [
    ...(await runClient(casesOf("CLIENT"), esCaller)),
    ...(await runServer(casesOf("SERVER"), startEsServer())),
  ];
  expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([]);
});

it.each(Object.entries(clientFaults))("a client that %s is found", async (_, open) => {
  const verdicts = await runClient(casesOf("CLIENT"), open);
  const found = verdicts.filter(({ differences }) => differences.length > 0);
  console.log(`${found.length} of ${verdicts.length} cases`);
  expect(found).not.toEqual([]);
});

it.each(Object.entries(serverFaults))("a server that %s is found", async (_, start) => {
  const verdicts = await runServer(casesOf("SERVER"), start);
  const found = verdicts.filter(({ differences }) => differences.length > 0);
  console.log(`${found.length} of ${verdicts.length} cases`);
  expect(found).not.toEqual([]);
});
