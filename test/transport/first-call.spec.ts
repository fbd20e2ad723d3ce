import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadedFiles } from "../loaded-files.fixture.js";

/** A server that answers each call with an empty message. */
let server: Http2Server;
beforeAll(async () => {
  server = createServer().on("stream", (stream) => {
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.alloc(5));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const program = `
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const { PORT: port } = process.env;
const cloud = new Cloud({ apiDomain: "api.example.com", endpoint: "127.0.0.1:" + port, insecure: true, credentials: staticToken("x") });
const { metadata } = await new InstanceServiceClient(cloud).get({ id: "instance-1" });
console.log(typeof metadata);
await cloud.close();
`;

it("the first call of a program loads two files of clients, the session and the transport, and nothing that it does not use", async () => {
  const { port } = server.address() as AddressInfo;
  const { out, files, own } = await loadedFiles(["--input-type=module", "-e", program], {
    PORT: String(port),
  });
  expect(out).toBe("object\n");
  const names = files.map((file) => file.replace(/^.*\/dist\//, ""));
  expect(names.filter((name) => !name.startsWith("chunks/"))).toEqual([
    "compute/v1/index.js",
    "index.js",
    "entries/generated/calls-v1.js",
    "entries/generated/sdk-v1.js",
    "entries/generated/session-v1.js",
  ]);
  expect(files.filter((file) => file.startsWith("runtime/dist/chunks/"))).toEqual(
    [
      "calls",
      "json-and-masks",
      "messages",
      "network-transport",
      "reporter",
      "rolldown-runtime",
      "session",
    ].map((name) => `runtime/dist/chunks/${name}.js`),
  );
  for (const name of ["crypto", "dns", "fs/promises", "http", "http2", "os", "tls", "zlib"])
    expect(own).not.toContain(name);
});
