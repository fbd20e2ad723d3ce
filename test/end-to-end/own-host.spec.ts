import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { describe, expect, it } from "vitest";
import { acmeFile, generateFrom } from "../../generator/src/request.fixture.js";
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

/** Answers Update of both services with an empty message, and says what it saw. */
async function listen(): Promise<{ server: Server; address: string; seen: SeenCall[] }> {
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
      done(null, Buffer.alloc(0));
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

describe("an API whose services have hosts of their own", { timeout: 60_000 }, () => {
  it("is called there, by a session without an API domain, under headers of the API's own", async () => {
    await using folder = await openFolder();
    const { files, error } = await generateFrom(
      {
        "acme/options.proto": options,
        "acme/v1/a.proto": acmeFile(
          messages + service("first.acme.example", "First") + service("second.acme.example:8443", "Second"),
        ),
      },
      { parameter: "idempotency_header=X-Acme-Key,reset_mask_header=X-Acme-Mask,verify=true" },
    );
    expect(error).toBe("");
    await folder.write(files);
    expect(await folder.compile("TypeScript 7")).toBe("");
    const load = (path: string) => import(pathToFileURL(join(folder.path, "dist", path)).href);
    const { Api, staticToken } = await load("index.js");
    const { FirstClient, SecondClient } = await load("acme/v1/index.js");
    const { server, address, seen } = await listen();
    try {
      await using session = new Api({
        endpoint: address,
        insecure: true,
        credentials: staticToken("t".repeat(20)),
      });
      await new FirstClient(session).update({ id: "1" });
      await new SecondClient(session).update({ id: "1" });
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
});
