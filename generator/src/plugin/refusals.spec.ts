import { describe, expect, it } from "vitest";
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

const inOne = (body: string): Protos => ({
  "acme/options.proto": acmeOptions,
  "acme/v1/a.proto": acmeFile(body),
});

describe("a request that cannot be served is refused with place and way out, and nothing is written:", () => {
  it.each<[string, Protos, string, string]>([
    [
      "a service without an endpoint",
      inOne(
        'message M {}\nservice S { rpc Do(M) returns (M); }\nservice T { option (acme.api_service_name) = "t"; }',
      ),
      "",
      "acme/v1/a.proto:5:1: service acme.v1.S: The service has no endpoint: it sets neither api_service_name, which other services of the API set, nor default_host. " +
        'Add `option (acme.api_service_name) = "...";` to the service, or default_host of google/api/client.proto if it has its own host, ' +
        "or leave the service out: `opt: exclude=acme.v1.S`.",
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
      "acme/v1/a.proto:3:24: service acme.v1.S: The option acme.v1.api_service_name is set, but it is not a single string. " +
        "Declare it as `string api_service_name = 50001;`.",
    ],
    [
      "two options of that name that say different things",
      {
        "acme/options.proto": acmeOptions,
        "shop/options.proto": acmeOptions.replace("package acme", "package shop").replace("50001", "50002"),
        "acme/v1/a.proto": acmeFile(
          `message M {}
           service S {
             option (acme.api_service_name) = "library";
             option (shop.api_service_name) = "store";
             rpc Do(M) returns (M);
           }`,
          ["shop/options.proto"],
        ),
      },
      "",
      'service acme.v1.S: Two options say where the service is: acme.api_service_name says "library", ' +
        'shop.api_service_name says "store". Keep one of them.',
    ],
    [
      "no services at all",
      inOne("message M {}"),
      "",
      "The files to generate have no service. Set `strategy: all` for the plugin in buf.gen.yaml, " +
        "or check its inputs and the modules in buf.yaml; for messages alone set `opt: clients=false` (with codecs) or `opt: codec=none`.",
    ],
    [
      "no services in one folder, which is what buf sends of an API without `strategy: all`",
      { "acme/options/v2/options.proto": acmeOptions },
      "",
      "The files to generate have no service, which are all in acme/options/v2. Set `strategy: all`",
    ],
    [
      "no services that are left",
      good,
      "exclude=acme.v1.*",
      "The options select no service. Check the options services and exclude",
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
      'option exclude: No service is called "acme.v1.BookServise". Did you mean acme.v1.BookService? [OPTION_UNMATCHED]\n' +
        'option exclude: No service is called "secret". Give full names, such as acme.v1.BookService, or patterns, such as acme.v1.*. [OPTION_UNMATCHED]',
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
      inOne(
        'message M {}\nservice A { rpc Do(M) returns (M); }\nservice B { rpc Do(M) returns (M); }\nservice C { option (acme.api_service_name) = "c"; }',
      ),
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
        "if only a part is meant, set `opt: partial=allow`. [REQUEST_PARTIAL]",
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
