import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Server, ServerCredentials, status, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { describe, expect, it } from "vitest";
import { acmeFile, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { openFolder } from "../compile.fixture.js";

const options = `
  syntax = "proto3";
  package acme;
  import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string default_host = 1049; }
`;
const messages = `
  message Spec { string note = 1; }
  message PutRequest { string id = 1; Spec spec = 2; }
  message Done {}
`;
const service = (host: string, name: string): string =>
  `service ${name} { option (acme.default_host) = "${host}"; rpc Update(PutRequest) returns (Done); }`;

interface SeenCall {
  readonly authority: string;
  readonly names: readonly string[];
}

/** Answers Update of both services with an empty message or a status, and says what it saw. */
async function listen(code?: status): Promise<{ server: Server; address: string; seen: SeenCall[] }> {
  const seen: SeenCall[] = [];
  const server = new Server();
  const bytes = (value: Buffer): Buffer => value;
  for (const name of ["acme.v1.First", "acme.v1.Second"]) {
    const update = {
      path: `/${name}/Update`,
      requestStream: false,
      responseStream: false,
      requestSerialize: bytes,
      requestDeserialize: bytes,
      responseSerialize: bytes,
      responseDeserialize: bytes,
    };
    const answer = (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>): void => {
      seen.push({ authority: call.getHost(), names: Object.keys(call.metadata.getMap()) });
      if (code === undefined) done(null, Buffer.alloc(0));
      else done({ code, details: "gone the moment it was done" });
    };
    server.addService({ update }, { update: answer });
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { server, address: `127.0.0.1:${port}`, seen };
}

/** The clients of an API with these options of the plugin, at a server. */
async function open(parameter: string, address: string) {
  const folder = await openFolder();
  const { files, error } = await generateFrom(
    {
      "acme/options.proto": options,
      "acme/v1/a.proto": acmeFile(
        messages + service("first.acme.example", "First") + service("second.acme.example:8443", "Second"),
      ),
    },
    { parameter },
  );
  expect(error).toBe("");
  await folder.write(files);
  expect(await folder.compile("TypeScript 7")).toBe("");
  const load = (path: string) => import(pathToFileURL(join(folder.path, "dist", path)).href);
  const { Api, staticToken } = await load("index.js");
  const { FirstClient, SecondClient } = await load("acme/v1/index.js");
  const session = new Api({ endpoint: address, insecure: true, credentials: staticToken("t".repeat(20)) });
  return {
    first: new FirstClient(session),
    second: new SecondClient(session),
    text: files["acme/v1/a.ts"] ?? "",
    [Symbol.asyncDispose]: async () => {
      await session.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("an API whose services have hosts of their own", () => {
  it("is called there, by a session without an API domain, under headers of the API's own", async () => {
    const { server, address, seen } = await listen();
    try {
      await using api = await open(
        "idempotency_header=X-Acme-Key,reset_mask_header=X-Acme-Mask,verify=true",
        address,
      );
      await api.first.update({ id: "1" });
      await api.second.update({ id: "1" });
    } finally {
      server.forceShutdown();
    }
    expect(seen.map(({ authority }) => authority)).toEqual([
      "first.acme.example:443",
      "second.acme.example:8443",
    ]);
    for (const { names } of seen) {
      expect(names).toEqual(expect.arrayContaining(["x-acme-key", "x-acme-mask"]));
      expect(names).not.toContain("x-idempotency-key");
      expect(names).not.toContain("x-resetmask");
    }
  });

  it.each([
    ["never heard of keys", "kind=cloud", 1, "Not retried once it may have reached the server"],
    [
      "says that it has none",
      "kind=cloud,idempotency_header=none",
      1,
      "Not retried once it may have reached the server",
    ],
    ["promises them", "idempotency_header=X-Acme-Key", 3, "retried with the same idempotency key"],
  ])("that %s gets a change that it made and did not own up to as often as is safe", async (...one) => {
    const [, parameter, times, comment] = one;
    const { server, address, seen } = await listen(status.UNAVAILABLE);
    try {
      await using api = await open(parameter, address);
      expect(api.text).toContain(comment);
      const retry = { maxAttempts: 3, baseDelayMs: 1 };
      await expect(api.first.update({ id: "1" }, { retry })).rejects.toMatchObject({
        code: "UNAVAILABLE",
        mayHaveReachedServer: true,
      });
    } finally {
      server.forceShutdown();
    }
    expect(seen).toHaveLength(times);
    expect(seen.some(({ names }) => names.includes("x-idempotency-key"))).toBe(false);
  });
});
