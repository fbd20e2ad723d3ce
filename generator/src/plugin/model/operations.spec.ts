import { describe, expect, it } from "vitest";
import { generateFrom, type Protos } from "../request.fixture.js";
import { describeProtos, methodOf } from "./describe.fixture.js";

const operations = `syntax = "proto3"; package lro; import "google/protobuf/any.proto";
  import "google/protobuf/descriptor.proto"; import "google/protobuf/empty.proto"; import "google/rpc/status.proto";
  extend google.protobuf.ServiceOptions { string default_host = 50002; }
  extend google.protobuf.MethodOptions { Info operation_info = 50001; }
  message Info { string response_type = 1; string metadata_type = 2; }
  message Job { string name = 1; google.protobuf.Any metadata = 2; bool done = 3;
    oneof result { google.rpc.Status error = 4; google.protobuf.Any response = 5; } }
  message JobName { string name = 1; }
  service Jobs { option (default_host) = "jobs.example.com";
    rpc GetOperation(JobName) returns (Job);
    rpc CancelOperation(JobName) returns (google.protobuf.Empty);
    rpc WaitOperation(JobName) returns (Job); }`;

/** An API with operations in a file of others; each rpc is followed by its types. */
function protosOf(rpcs: Readonly<Record<string, string>>): Protos {
  const lines = Object.entries(rpcs).map(
    ([name, info]) =>
      `rpc ${name}(Book) returns (lro.Job) { ${info && `option (lro.operation_info) = { ${info} };`} }`,
  );
  return {
    "google/rpc/status.proto": 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }',
    "lro/jobs.proto": operations,
    "acme/types.proto": 'syntax = "proto3"; package acme; message Progress { int32 percent = 1; }',
    "acme/v1/books.proto": `syntax = "proto3"; package acme.v1; import "lro/jobs.proto"; import "acme/types.proto";
      import "google/protobuf/struct.proto";
      message Meta { string id = 1; } message Spec { int32 n = 1; }
      message Book { Meta metadata = 1; Spec spec = 2; google.protobuf.Struct extra = 3; }
      service Books { option (lro.default_host) = "books.example.com"; ${lines.join("\n")} }`,
  };
}

const wiring = { name: "JobsWiring", module: "lro/jobs" };
const book = { typeName: "acme.v1.Book" };
const progress = { typeName: "acme.Progress" };

describe("operations of AIP-151", () => {
  const described = describeProtos(
    protosOf({
      Print: 'response_type: "Book" metadata_type: "Progress"',
      Scan: 'response_type: "Book" metadata_type: "acme.Progress"',
    }),
  );

  it("are read by a service with a host of its own, and hold what the option says", () => {
    expect(methodOf(described, "Print").operation).toMatchObject({
      wiring,
      named: { response: { response: book, reply: "resource" }, metadata: progress },
    });
    const jobs = described.services.find(({ name }) => name === "Jobs");
    expect(jobs?.operationReader).toMatchObject({
      wiring,
      get: "getOperation",
      id: "name",
      cancel: { local: "cancelOperation", id: "name" },
      isNamed: true,
    });
    expect(jobs?.methods.map(({ operation }) => operation)).toEqual([undefined, undefined, undefined]);
  });

  it("are picked up with the types that all of a service share", () => {
    const books = described.services.find(({ name }) => name === "Books");
    expect(books?.pickUp).toMatchObject({
      local: "operation",
      use: { wiring, named: { response: { response: book }, metadata: progress } },
    });
    expect(books?.resourceReading).toBeUndefined();
  });

  it.each<[what: string, info: string, named: object]>([
    ["say nothing", "", { response: undefined, metadata: undefined }],
    ["name types that are not there", 'response_type: "Nope"', { response: undefined, metadata: undefined }],
    [
      "name a type that is another one in TypeScript",
      'response_type: "google.protobuf.Struct" metadata_type: "Progress"',
      { response: undefined, metadata: progress },
    ],
  ])("hold an Any where they %s, and so does what is picked up beside typed ones", (_, info, named) => {
    const api = describeProtos(
      protosOf({ Print: 'response_type: "Book" metadata_type: "Progress"', Scan: info }),
    );
    expect(methodOf(api, "Scan").operation?.named).toMatchObject(named);
    const pickUp = api.services.find(({ name }) => name === "Books")?.pickUp;
    expect(pickUp?.use.named).toMatchObject({ ...named, response: undefined });
  });

  const generate = ["acme/v1/books.proto"];
  const parameter = "partial=allow";
  const rpcs = { Print: 'response_type: "Book" metadata_type: "Progress"' };

  it("are read though their file is imported alone, and types come along that nothing but the option names", async () => {
    const { files, error } = await generateFrom(protosOf(rpcs), { generate, parameter });
    expect(error).toBe("");
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["lro/jobs.ts", "acme/types.ts"]));
    const text = files["acme/v1/books.ts"];
    expect(text).toContain("NamedOperationCall<Job, Resource<Book>, Progress>");
    expect(text).toContain("withTypes(JobsWiring, resource(Book), Progress)");
    expect(files["lro/jobs.ts"]).toContain(
      "{ method: () => JobsMethods.cancelOperation, toRequest: (id) => ({ name: id }) }",
    );
  });

  it("are plain messages where the service that reads them is excluded, or there is none to start them", async () => {
    const without = await generateFrom(protosOf(rpcs), { generate, parameter: `${parameter},exclude=lro.*` });
    expect(without.files["acme/v1/books.ts"]).toContain("): Call<Job>");
    expect(without.files["lro/jobs.ts"]).not.toContain("class");
    const idle = await generateFrom(protosOf({}), { generate, parameter });
    expect(idle.files["lro/jobs.ts"]).toBeUndefined();
  });
});
