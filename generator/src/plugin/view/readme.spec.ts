import { expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../request.fixture.js";

it("links of the README lead to the published version, also to one before a release", async () => {
  const protos = {
    "acme/options.proto": acmeOptions,
    "acme/v1/book.proto": acmeFile(
      `message Book { string title = 1; } service Books { option (acme.api_service_name) = "books"; rpc Get(Book) returns (Book); }`,
    ),
  };
  const parameter = "package_name=@acme/sdk,package_version=1.2.0-rc.1+build-7,docs=true";
  const { files, error } = await generateFrom(protos, { parameter });
  expect(error).toBe("");
  const links = [...(files["README.md"] ?? "").matchAll(/\]\(([^)]*)\)/g)].map(([, link = ""]) => link);
  expect(links).toContain("https://unpkg.com/@acme/sdk@1.2.0-rc.1+build-7/docs/README.md");
  expect(links.filter((link) => !/^(?:https:|#)/.test(link))).toEqual([]);
});

it.each([
  ["rpc CancelJob(Job) returns (Job); rpc Topology(Empty) returns (Job);", "topology"],
  ["rpc DropAll(Empty) returns (Empty); rpc Act(Job) returns (Job);", "act"],
  ["rpc Act(Job) returns (Job); rpc GetJob(Job) returns (Job);", "getJob"],
  ["rpc DropAll(Job) returns (Job);", "dropAll"],
])("the first call of plain gRPC with %s is harmless: %s", async (rpcs, call) => {
  const text = `syntax = "proto3"; package jobs; message Job { string id = 1; } message Empty {} service Jobs { ${rpcs} }`;
  const { files, error } = await generateFrom(
    { "jobs/jobs.proto": text },
    { parameter: "package_name=jobs" },
  );
  expect(error).toBe("");
  expect(files["README.md"]).toContain(`client.${call}({`);
});
