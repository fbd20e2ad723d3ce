/** Proxies between clients and servers, under the cases that do not break a protocol. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { expand, type Mode } from "./expand.js";
import { behindNginx } from "./nginx.fixture.js";
import { ourWebCaller } from "./our-callers.js";
import { runServer, runThrough } from "./run.js";
import { behindProxy } from "./proxy.fixture.js";
import { startEsServer, startOurGrpcServer, startOurWebServer } from "./servers.js";
import { readConfig, readSuites } from "./suites.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const data = join(
  process.env["CONNECT_CONFORMANCE"] ?? "",
  "internal/app/connectconformance/testsuites/data",
);

/** HTTP/1.1 without TLS, HTTP/2 with it. */
function casesOf(mode: Mode) {
  const config = readConfig(readFileSync(`${here}features/web-session.yaml`, "utf8"));
  const plain = [
    "Basic",
    "Errors",
    "Duplicate Metadata",
    "Deadline Propagation",
    "Timeouts",
    "Connect with GET",
  ];
  const suites = readSuites(data).filter(({ name }) => plain.includes(name));
  return expand(suites, config, mode).filter(({ tls, version }) => tls === (version === "HTTP_VERSION_2"));
}

it("our client reaches a server of Connect's library through nginx", async () => {
  const cases = casesOf("CLIENT");
  const verdicts = await runThrough(cases, ourWebCaller, behindNginx(startEsServer()));
  expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(300);
});

it("Connect's client reaches our handler through nginx", async () => {
  const verdicts = await runServer(casesOf("SERVER"), behindNginx(startOurWebServer));
  expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(300);
});

it("our client reaches our services in a server of grpc-js through a proxy of gRPC-web", async () => {
  const cases = casesOf("CLIENT").filter(
    ({ protocol, version }) => protocol === "GRPC_WEB" && version === "HTTP_VERSION_1",
  );
  const verdicts = await runThrough(cases, ourWebCaller, behindProxy(startOurGrpcServer));
  expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(50);
});
