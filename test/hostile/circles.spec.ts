import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder } from "../compile.fixture.js";

const run = promisify(execFile);

/** A file whose service starts operations, and one whose service reads them and which imports the first. */
const protos = {
  "acme/options.proto": acmeOptions,
  "google/rpc/status.proto": `syntax = "proto3"; package google.rpc; message Status { int32 code = 1; string message = 2; }`,
  "acme/v1/jobs.proto": acmeFile(
    `message Job { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; } message RunRequest {}
     service Jobs { option (acme.api_service_name) = "jobs"; rpc Run(RunRequest) returns (Job); }`,
    ["google/rpc/status.proto", "google/protobuf/timestamp.proto"],
  ),
  "acme/v1/readers.proto": acmeFile(
    "message ReadRequest { string id = 1; } service Readers { rpc Get(ReadRequest) returns (Job); }",
    ["acme/v1/jobs.proto"],
  ),
};

const program = (first: string): string => `
  await import("./dist/acme/v1/${first}.js");
  const { JobsMethods, ReadersMethods, ReadersWiring } = await import("./dist/acme/v1/index.js");
  const methods = [JobsMethods.run, ReadersMethods.get, ReadersWiring.get];
  console.log(methods.flatMap(({ request, response }) => [request.typeName, response.typeName]).join(" "));`;

it("modules that import each other run, whichever a program loads first", async () => {
  const { error, files } = await generateFrom(protos);
  expect(error).toBe("");
  expect(files["acme/v1/jobs.ts"]).toContain('import { ReadersWiring } from "./readers.js";');
  expect(files["acme/v1/readers.ts"]).toContain('import { Job } from "./jobs.js";');
  expect(files["acme/v1/readers.ts"]).toContain("/*@__PURE__*/ lazily(() => Job)");
  await using folder = await buildFolder(files);
  for (const first of ["jobs", "readers"]) {
    const args = ["--input-type=module", "--eval", program(first)];
    const { stdout } = await run(process.execPath, args, { cwd: folder.path });
    expect(stdout.trim()).toBe(
      "acme.v1.RunRequest acme.v1.Job " + "acme.v1.ReadRequest acme.v1.Job ".repeat(2).trim(),
    );
  }
});
