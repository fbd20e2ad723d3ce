import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema, CodeGeneratorResponse_Feature } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { generate, run } from "./plugin.js";
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
      "acme/v1/book.client.ts",
      "acme/v1/book.ts",
      "acme/v1/index.ts",
      "descriptors.ts",
      "index.ts",
      "services.ts",
      "session.ts",
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
    expect(Object.keys(exports)).toEqual([".", "./services", "./descriptors", "./v1", "./package.json"]);
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
    const client = files["acme/v1/book.client.ts"];
    expect(client).toContain('defineService("acme.v1.OldService", "library", { deprecated: "" });');
    expect(client).toContain('defineService("acme.v1.BookService", "library");');
    expect(client?.match(/ deprecated: ""/g)).toHaveLength(2);
  });

  it.each([
    ["", "", "readonly apiDomain: string;"],
    ["api_domain=api.acme.com", "", "options: AcmeOptions = {}"],
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

  it("tells the time of its stages where it was asked for", async () => {
    const lines: string[] = [];
    await generate(requestOf(compileProtos(good), { parameter: "timing=true" }), (line) => lines.push(line));
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["read", "model", "view", "print", "all"]);
    expect(lines.every((line) => /^[a-z]+ +\d+ ms$/.test(line))).toBe(true);
  });

  it("may hold the well-known types it needs; only those that are used are written", async () => {
    const dated = acmeFile(
      `message In { google.protobuf.Timestamp at = 1; google.protobuf.StringValue text = 2; }
       service S { option (acme.api_service_name) = "s"; rpc Do(In) returns (In); }`,
      ["google/protobuf/timestamp.proto", "google/protobuf/wrappers.proto", "google/protobuf/struct.proto"],
    );
    const { files } = await generateFrom({ "acme/options.proto": acmeOptions, "acme/v1/a.proto": dated });
    const google = Object.keys(files).filter((path) => path.startsWith("google/"));
    expect(google.filter((path) => /protobuf\/[a-z]+\.ts$/.test(path))).toEqual([
      "google/protobuf/index.ts",
      "google/protobuf/timestamp.ts",
      "google/protobuf/wrappers.ts",
    ]);
  });

  it("gets clients for the services that were chosen, and the files that they need", async () => {
    const more = acmeFile(
      `message Other {} service OtherService { option (acme.api_service_name) = "o"; rpc Get(Other) returns (Other); }`,
    );
    const protos = { ...good, "acme/v1/other.proto": more };
    const { files } = await generateFrom(protos, { parameter: "services=acme.v1.Book*" });
    expect(Object.keys(files)).not.toContain("acme/v1/other.ts");
    const { files: others } = await generateFrom(protos, { parameter: "exclude=*.BookService" });
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining(["acme/v1/book.ts", "acme/v1/other.client.ts"]),
    );
    expect(Object.keys(others)).not.toContain("acme/v1/book.client.ts");
  });
});

const inOne = (body: string): Protos => ({
  "acme/options.proto": acmeOptions,
  "acme/v1/a.proto": acmeFile(body),
});

describe("a request that cannot be served is refused with place and way out, and nothing is written:", () => {
  it.each<[string, Protos, string, string]>([
    [
      "a service without an endpoint",
      inOne("message M {}\nservice S { rpc Do(M) returns (M); }"),
      "",
      "acme/v1/a.proto:5:1: service acme.v1.S: The service has no endpoint: it sets neither api_service_name nor default_host. " +
        'Add `option (acme.api_service_name) = "...";` to the service, or default_host of google/api/client.proto where it has a host of its own, ' +
        "or set `opt: unrouted=allow`, and its client asks for an endpoint.",
    ],
    [
      "an endpoint that is no DNS name",
      inOne(
        'message M {} service S { option (acme.api_service_name) = "evil.com/#"; rpc Do(M) returns (M); }',
      ),
      "",
      'acme/v1/a.proto:4:14: service acme.v1.S: The value "evil.com/#" of api_service_name is not a DNS name. Use letters',
    ],
    [
      "an empty endpoint",
      inOne('message M {} service S { option (acme.api_service_name) = ""; rpc Do(M) returns (M); }'),
      "",
      'The value "" of api_service_name is not a DNS name',
    ],
    [
      "a host that is no host",
      {
        "acme/v1/a.proto": `syntax = "proto3"; package acme.v1; import "google/protobuf/descriptor.proto";
          extend google.protobuf.ServiceOptions { string default_host = 1049; }
          message M {} service S { option (default_host) = "https://a.example/"; rpc Do(M) returns (M); }`,
      },
      "",
      'acme/v1/a.proto:3:24: service acme.v1.S: The value "https://a.example/" of default_host is not a DNS name with or without a port. ' +
        "Use the host alone, such as `pubsub.example.com` or `pubsub.example.com:8443`.",
    ],
    [
      "an option of that name that is no text",
      {
        "acme/v1/a.proto": `syntax = "proto3"; package acme.v1; import "google/protobuf/descriptor.proto";
          extend google.protobuf.ServiceOptions { int32 api_service_name = 50001; }
          message M {} service S { option (api_service_name) = 4; rpc Do(M) returns (M); }`,
      },
      "",
      "service acme.v1.S: The service has no endpoint",
    ],
    [
      "no services at all",
      inOne("message M {}"),
      "",
      "There is no service in the files to generate. Set `strategy: all` for the plugin in buf.gen.yaml",
    ],
    [
      "no services that are left",
      good,
      "exclude=acme.v1.*",
      "No service is left to write a client for. Check the options services and exclude",
    ],
    [
      "a pattern without a service",
      good,
      "services=acme.v1.BookStore*",
      'option services: No service is called "acme.v1.BookStore*". Did you mean acme.v1.BookService?',
    ],
    [
      "a service to write that is called by its simple name",
      good,
      "services=BookService",
      'option services: No service is called "BookService". Did you mean acme.v1.BookService?',
    ],
    [
      "a service to leave out that there is not",
      good,
      "exclude=acme.v1.BookServise+secret",
      'option exclude: No service is called "acme.v1.BookServise". Did you mean acme.v1.BookService?\n' +
        'option exclude: No service is called "secret". Give full names, such as acme.v1.BookService, or patterns, such as acme.v1.*.',
    ],
    [
      "a prefix that no package has",
      good,
      "strip_prefix=acne",
      'option strip_prefix: No package starts with "acne". Did you mean acme?',
    ],
    ["an unknown option", good, "paket=x", 'option "paket": There is no such option.'],
  ])("%s", async (_, protos, parameter, want) => {
    const { error, files } = await generateFrom(protos, { parameter });
    expect(error).toContain(want);
    expect(error).not.toContain("    at ");
    expect(files).toEqual({});
  });

  it("several at once, in the order of files and lines", async () => {
    const { error } = await generateFrom(
      inOne("message M {}\nservice A { rpc Do(M) returns (M); }\nservice B { rpc Do(M) returns (M); }"),
    );
    expect(error.split("\n").map((line) => line.split(": ", 2).join(" "))).toEqual([
      "acme/v1/a.proto:5:1 service acme.v1.A",
      "acme/v1/a.proto:6:1 service acme.v1.B",
    ]);
  });

  it("a part of the API, as buf sends it directory by directory, unless that is wanted", async () => {
    const files = compileProtos({
      ...good,
      "acme/v2/more.proto": 'syntax = "proto3"; package acme.v2; message M {}',
    });
    const part = { generate: ["acme/options.proto", "acme/v1/book.proto"] };
    const refused = await runPlugin(requestOf(files, part));
    expect(refused.error).toBe(
      "acme/v2/more.proto: package acme.v2: The request asks for code for a part of the API only: this file is left out. " +
        "Set `strategy: all` for the plugin in buf.gen.yaml, and drop `--path` if you gave it; " +
        "if only a part is meant, set `opt: partial=allow`.",
    );
    const more = compileProtos({
      ...good,
      "acme/v0/a.proto": acmeFile("message N {}"),
      "acme/v0/b.proto": acmeFile("message O {}"),
    });
    const several = await runPlugin(requestOf(more, part));
    expect(several.error).toContain("acme/v0/a.proto: package acme.v1: ");
    expect(several.error).toContain("a part of the API only: this file and 1 more are left out. Set");
    expect(several.error.split("\n")).toHaveLength(1);
    const allowed = await runPlugin(requestOf(files, { ...part, parameter: "partial=allow" }));
    expect([allowed.error, "acme/v1/book.ts" in allowed.files]).toEqual(["", true]);
  });

  it("but imports from other people's packages are no part of the API", async () => {
    const files = compileProtos({
      ...good,
      "other/x.proto": 'syntax = "proto3"; package other; message X {}',
      "acme/v1/use.proto": acmeFile("message Use { other.X x = 1; }", ["other/x.proto"]),
    });
    const generate = ["acme/options.proto", "acme/v1/book.proto", "acme/v1/use.proto"];
    const { error, files: written } = await runPlugin(requestOf(files, { generate }));
    expect([error, "other/x.ts" in written]).toEqual(["", true]);
  });
});
