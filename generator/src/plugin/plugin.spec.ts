import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema, CodeGeneratorResponse_Feature } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { run } from "./plugin.js";
import {
  acmeFile,
  acmeOptions,
  compileProtos,
  generateFrom,
  requestOf,
  runPlugin,
  type Protos,
} from "./request.fixture.js";

const book = acmeFile(`
  message GetBookRequest { string id = 1; }
  message Book { string title = 1; }
  service BookService {
    option (acme.api_service_name) = "library";
    rpc Get(GetBookRequest) returns (Book);
  }
`);
const good: Protos = { "acme/options.proto": acmeOptions, "acme/v1/book.proto": book };

describe("a request for an API", () => {
  it("is answered with sources, and says that optional fields and editions are understood", async () => {
    const response = fromBinary(CodeGeneratorResponseSchema, await run(requestOf(compileProtos(good))));
    expect(response.error).toBe("");
    expect(response.file.map((file) => file.name)).toEqual([
      ".stratus-files",
      "acme/v1/book.ts",
      "acme/v1/index.ts",
      "descriptors.ts",
      "index.ts",
      "services.ts",
      "session.ts",
      "web-messages.ts",
      "web.ts",
    ]);
    expect(Number(response.supportedFeatures)).toBe(
      CodeGeneratorResponse_Feature.PROTO3_OPTIONAL | CodeGeneratorResponse_Feature.SUPPORTS_EDITIONS,
    );
  });

  it("gives a whole package where one is named", async () => {
    const { files } = await generateFrom(good, {
      parameter: "package_name=@acme/cloud,strip_prefix=acme,session_name=Acme",
    });
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["package.json", "tsconfig.json", "README.md", "src/v1/book.ts"]),
    );
    const { name, exports, dependencies } = JSON.parse(files["package.json"] ?? "");
    expect(name).toBe("@acme/cloud");
    expect(Object.keys(exports)).toEqual([
      ".",
      "./services",
      "./web",
      "./web-messages",
      "./descriptors",
      "./v1",
      "./package.json",
    ]);
    expect(dependencies).toEqual({ "@stratus/runtime": expect.stringMatching(/^\d/) });
    expect(files["README.md"]).toContain('import { BookServiceClient } from "@acme/cloud/v1";');
  });

  it("tells a client that its service is deprecated as a whole, and that a method is", async () => {
    const { files } = await generateFrom({
      ...good,
      "acme/v1/book.proto": `${book} service OldService {
        option (acme.api_service_name) = "library"; option deprecated = true;
        rpc Get(GetBookRequest) returns (Book); rpc Find(GetBookRequest) returns (Book) { option deprecated = true; } }`,
    });
    const client = files["acme/v1/book.ts"];
    const services = client?.replaceAll(/\s+/g, " ");
    expect(services).toContain(
      'defineService("acme.v1.OldService", "library", { unkeyed: true, deprecated: "", });',
    );
    expect(services).toContain('defineService("acme.v1.BookService", "library", { unkeyed: true });');
    expect(client?.match(/ deprecated: ""/g)).toHaveLength(2);
  });

  it.each([
    ["", "", "readonly apiDomain: string;"],
    ["api_domain=api.acme.com", "", "options: AcmeOptions = {}"],
    ["api_domain=svc.cluster.local.", "", "options: AcmeOptions = {}"],
    ["keepalive_ms=60000", "  keepaliveMs: 60000,\n", "readonly apiDomain: string;"],
    ["keepalive_ms=false", "  keepaliveMs: false,\n", "readonly apiDomain: string;"],
    ["keepalive_ms=20000", "", "readonly apiDomain: string;"],
  ])("tells sessions what the options say of the API: %j", async (option, keepalive, line) => {
    const { files } = await generateFrom(good, { parameter: `session_name=Acme,${option}` });
    const session = files["session.ts"] ?? "";
    expect(/^ {2}keepaliveMs.*\n/m.exec(session)?.[0] ?? "").toBe(keepalive);
    expect(session).toContain(line);
  });

  it("loads no field that it does not need: the second copy of the descriptors may be anything", async () => {
    const request = requestOf(compileProtos(good));
    const junk = Uint8Array.of(0x8a, 0x01, 3, 0xff, 0xff, 0xff); // field 17, no message at all
    expect((await runPlugin(Buffer.concat([request, junk]))).error).toBe("");
  });

  it("has the well-known types of the runtime at its own entry; only those of files that are used", async () => {
    const dated = acmeFile(
      `message In { google.protobuf.Timestamp at = 1; google.protobuf.StringValue text = 2; }
       service S { option (acme.api_service_name) = "s"; rpc Do(In) returns (In); }`,
      ["google/protobuf/timestamp.proto", "google/protobuf/wrappers.proto", "google/protobuf/struct.proto"],
    );
    const { files } = await generateFrom({ "acme/options.proto": acmeOptions, "acme/v1/a.proto": dated });
    const google = Object.keys(files).filter((path) => path.startsWith("google/"));
    expect(google).toEqual(["google/protobuf/index.ts"]);
    const entry = files["google/protobuf/index.ts"] ?? "";
    expect(entry.match(/\b[A-Z]\w+(?=,)/g)).toEqual([
      "BoolValue",
      "BytesValue",
      "DoubleValue",
      "FloatValue",
      "Int32Value",
      "Int64Value",
      "StringValue",
      "Timestamp",
      "UInt32Value",
      "UInt64Value",
    ]);
    expect(entry).toContain('} from "@stratus/runtime/generated/calls-v1";');
    // What types of the API name is at the root, too, so that inferred types can be named by it.
    expect(files["index.ts"]).toContain('export { Timestamp } from "@stratus/runtime/generated/calls-v1";');
    expect(files["acme/v1/a.ts"]).toMatch(
      /import \{[^}]*\bTimestamp,[^}]*\} from "@stratus\/runtime\/generated\/calls-v1";/,
    );
  });

  it("gets clients for the services that were chosen, and the files that they need", async () => {
    const more = acmeFile(
      `message Other {} service OtherService { option (acme.api_service_name) = "o"; rpc Get(Other) returns (Other); }`,
    );
    const protos = { ...good, "acme/v1/other.proto": more };
    const { files } = await generateFrom(protos, { parameter: "services=acme.v1.Book*" });
    expect(Object.keys(files)).not.toContain("acme/v1/other.ts");
    const { files: others } = await generateFrom(protos, { parameter: "exclude=*.BookService" });
    expect(others["acme/v1/other.ts"]).toContain("Client {");
    expect(others["acme/v1/book.ts"]).toContain("interface Book {");
    expect(others["acme/v1/book.ts"]).not.toContain("Client {");
  });

  it("brings the one token exchange that a session is wired to with the services that were chosen, and no other", async () => {
    const exchange = (name: string): string => `
      service ${name} { option (acme.api_service_name) = "tokens"; rpc Swap(${name}In) returns (${name}Out); }
      message ${name}In { string grant_type = 1; string subject_token = 2; string subject_token_type = 3; }
      message ${name}Out { string access_token = 1; int64 expires_in = 2; }`;
    const protos = {
      ...good,
      "acme/v1/bank.proto": acmeFile(exchange("Bank")),
      "acme/v1/token.proto": acmeFile(exchange("Token")),
    };
    const clients = async (services: string): Promise<string[]> => {
      const { files } = await generateFrom(protos, { parameter: `services=${services}` });
      return Object.keys(files).filter((path) => /^export class \w+Client \{/m.test(files[path] ?? ""));
    };
    expect(await clients("*.BookService")).toEqual(["acme/v1/bank.ts", "acme/v1/book.ts"]);
    expect(await clients("*.BookService+*.Token")).toEqual(["acme/v1/book.ts", "acme/v1/token.ts"]);
  });
});
