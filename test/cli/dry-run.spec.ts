import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const shop = `syntax = "proto3";
package acme.shop.v1;
import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50101; }
extend google.protobuf.FieldOptions { bool credentials = 50102; }
service CartService {
  option (api_service_name) = "shop";
  rpc Create(CreateCartRequest) returns (Cart);
  rpc Get(GetCartRequest) returns (Cart);
  rpc Update(UpdateCartRequest) returns (Cart);
  rpc Count(stream CreateCartRequest) returns (Cart);
  rpc GetInfo(google.protobuf.Empty) returns (Cart);
  rpc GetTime(GetCartRequest) returns (google.protobuf.Timestamp);
  rpc GetText(google.protobuf.StringValue) returns (google.protobuf.StringValue);
}
message Metadata { string id = 1; string name = 2 [(buf.validate.field).required = true]; int64 resource_version = 3; }
message Spec { int32 items = 1 [(buf.validate.field).int32.lte = 9]; string code = 2 [(credentials) = true]; }
message Cart { Metadata metadata = 1; Spec spec = 2; }
message GetCartRequest { string id = 1; }
message CreateCartRequest { Metadata metadata = 1 [(buf.validate.field).required = true]; Spec spec = 2; }
message UpdateCartRequest { Metadata metadata = 1; Spec spec = 2; }
`;

let built: BuiltPackage;
let emulator: Emulator;
let acme: ReturnType<typeof commandLine>;

beforeAll(async () => {
  const file = compileProtos({
    "buf/validate/validate.proto": validateProto,
    "acme/shop/v1/shop.proto": shop,
  });
  const parameter = "package_name=@acme/shop,session_name=Shop,guide=true,strip_prefix=acme";
  const generate = file.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
  const { files, error } = await runPlugin(requestOf(file, { parameter, generate }));
  expect(error).toBe("");
  built = await buildPackage(files);
  emulator = await startEmulator({
    image: toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file })),
  });
  acme = commandLine(built.path, {
    env: {
      SHOP_TOKEN: emulator.issueToken(),
      SHOP_ENDPOINT: emulator.address,
      SHOP_INSECURE: "true",
      SHOP_API_DOMAIN: emulator.apiDomain,
    },
  });
});
afterAll(async () => {
  await emulator.close();
  await built[Symbol.asyncDispose]();
});

describe("a dry run of a gRPC call", () => {
  it.each([
    ["a required field", "shop cart create --spec.items 1", "metadata"],
    ["a required field inside a message", "shop cart create --metadata.id x", "metadata.name"],
    ["a required field in a stream", "shop cart count -f -", "metadata"],
    [
      "a mistake in an option",
      "shop cart create --metadata.name x --idempotency-key é",
      "--idempotency-key: ",
    ],
  ])("refuses what the call refuses: %s", async (_, line, want) => {
    const stdin = '{"metadata":{"name":"a"}}\n{"spec":{"items":1}}\n';
    for (const argv of [`${line} --dry-run`, line]) {
      const { code, out, said } = await acme(argv, { stdin });
      expect({ code, out }, said).toEqual({ code: 2, out: "" });
      expect(said).toContain(want);
    }
  });

  it("warns of what the server may refuse, of an update as well", async () => {
    const created = await acme("shop cart create --metadata.name c --spec.items 1 -o name");
    for (const line of [
      "shop cart create --metadata.name c --spec.items 10",
      `shop cart update ${created.out.trim()} --spec.items 10`,
    ]) {
      const { code, said } = await acme(`${line} --dry-run`);
      expect(code).toBe(0);
      expect(said).toContain("warning: the server may refuse the request: spec.items");
      expect((await acme(line)).code).not.toBe(0);
    }
  });

  it("needs no credentials and no server, and sends nothing", async () => {
    const before = emulator.calls().length;
    const env = { SHOP_TOKEN: "", SHOP_ENDPOINT: "127.0.0.1:1" };
    const stdin = '{"metadata":{"name":"a"}}\n{"metadata":{"name":"b"}}\n';
    const one = await acme("shop cart create --metadata.name c --spec.items 1 --dry-run -o json", { env });
    expect(JSON.parse(one.out)).toEqual({
      method: "Create",
      request: { metadata: { name: "c" }, spec: { items: 1 } },
    });
    const all = await acme("shop cart count -f - --dry-run -o json", { env, stdin });
    expect(JSON.parse(all.out).requests).toEqual([{ metadata: { name: "a" } }, { metadata: { name: "b" } }]);
    expect(emulator.calls().length).toBe(before);
  });

  it("shows no secret", async () => {
    const stdin = "{ metadata: { name: c }, spec: { code: HUSH } }";
    const { code, out } = await acme("shop cart create -f - --dry-run", { stdin });
    expect(code).toBe(0);
    expect(out).toContain('code: "[hidden]"');
    expect(out).not.toContain("HUSH");
  });
});

describe("a method of well-known types", () => {
  it("takes and prints their JSON", async () => {
    emulator.handle("CartService/GetInfo", () => ({ metadata: { name: "info" } }));
    emulator.handle("CartService/GetTime", () => ({ seconds: 1_893_456_000n }));
    emulator.handle<{ readonly value: string }>("CartService/GetText", ({ value }) => ({
      value: `${value}!`,
    }));
    const text = async (line: string): Promise<unknown> => {
      const { out, said } = await acme(`${line} -o json`);
      expect(said).toBe("");
      return JSON.parse(out) as unknown;
    };
    expect(await text("shop cart get-info")).toMatchObject({ metadata: { name: "info" } });
    expect(await text("shop cart get-time --id c")).toBe("2030-01-01T00:00:00Z");
    expect(await text("shop cart get-text --value hi")).toBe("hi!");
    expect((await acme("shop cart get-info --dry-run")).out).toBe("{}\n");
    expect((await acme("shop cart get-text --value hi --dry-run")).out).toBe("hi\n");
    expect((await acme("shop cart get-text --help")).out).toContain("--value");
  });
});

const pets = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com/v2" }],
  paths: {
    "/owners/{owner}/pets": {
      post: {
        operationId: "pets.create",
        tags: ["pets"],
        security: [{ token: [] }],
        parameters: [
          { name: "owner", in: "path", required: true, schema: { type: "string" } },
          { name: "notify", in: "query", schema: { type: "boolean" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["name", "kind"],
                properties: {
                  name: { type: "string" },
                  kind: { type: "string" },
                  pin: { type: "string", format: "password" },
                },
              },
            },
          },
        },
        responses: {
          201: { description: "made", content: { "application/json": { schema: { type: "object" } } } },
        },
      },
    },
  },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
};

describe("a dry run of a REST call", () => {
  let rest: BuiltPackage;
  let pet: ReturnType<typeof commandLine>;
  beforeAll(async () => {
    const { files } = await generateRestClient(
      { file: "pets.json", text: JSON.stringify(pets) },
      { packageName: "@acme/pets", packageVersion: "1.0.0", name: "Pets" },
      { hasGuide: true },
    );
    rest = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
    pet = commandLine(rest.path);
  });
  afterAll(() => rest[Symbol.asyncDispose]());

  it("shows the verb, the URL and the body", async () => {
    const line = "pets create ann --notify --body.name Rex --body.kind dog";
    const { code, out, said } = await pet(`${line} --dry-run`);
    expect({ code, out }, said).toEqual({
      code: 0,
      out: "POST https://pets.example.com/v2/owners/ann/pets?notify=true\nname: Rex\nkind: dog\n",
    });
    expect(JSON.parse((await pet(`${line} --dry-run -o json`)).out)).toMatchObject({
      http: { verb: "POST", url: "https://pets.example.com/v2/owners/ann/pets?notify=true" },
      request: { body: { name: "Rex", kind: "dog" } },
    });
  });

  it("refuses what the call refuses, and reaches no server", async () => {
    const server = createServer((_, response) => response.end("{}"));
    let asked = 0;
    server.on("request", () => (asked += 1));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const at = `--endpoint http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      for (const end of ["", "--dry-run"]) {
        const { code, said } = await pet(`pets create ann ${at} ${end}`, { env: { PETS_CLIENT_TOKEN: "t" } });
        expect({ code, isSaid: said.includes("body") }, said).toEqual({ code: 2, isSaid: true });
      }
      const partial = await pet(`pets create ann --body.name Rex ${at} --dry-run`);
      expect(partial).toMatchObject({ code: 2, said: expect.stringContaining("kind is required") });
      expect(asked).toBe(0);
    } finally {
      server.close();
    }
  });

  it("is a curl command, or made of verb and path, with --curl and call", async () => {
    const want = (url: string, body: string) =>
      `curl -X POST -H "authorization: Bearer $PETS_CLIENT_TOKEN" -H 'content-type: application/json' -d '${body}' ${url}\n`;
    const body = '{"name":"Rex","kind":"dog"}';
    const made = await pet("pets create ann --name Rex --kind dog --curl");
    expect(made).toMatchObject({ said: "", out: want("https://pets.example.com/v2/owners/ann/pets", body) });
    const raw = await pet(["call", "POST", "/owners/a%20b/pets?notify=true", "-d", body, "--curl"]);
    expect(raw.out).toBe(want("'https://pets.example.com/v2/owners/a%20b/pets?notify=true'", body));
    for (const [line, said] of [
      ["call PUT /owners/a/pets", "this path has POST"],
      ["call POST /owners/a/pets?notif=true", "did you mean notify?"],
      ['call POST /owners/a/pets -d {"pin":"1"}', "is secret"],
      ["call POST", "usage: call"],
    ] as const)
      expect(await pet(line)).toMatchObject({ code: 2, said: expect.stringContaining(said) });
  });

  it("has short flags, the required ones first, and an example in help", async () => {
    const { out } = await pet("pets create --help");
    expect(out, out).toMatch(
      /pets create my-owner --name my-pet --kind my-kind\n[^]*Required:\n  --name TEXT[^]*Fields:[^]*Login:/,
    );
  });

  it("never says that a call which found no server may have been applied", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await new Promise<unknown>((done) => server.close(done));
    const line = `pets create ann --name Rex --kind dog --endpoint http://127.0.0.1:${port}`;
    const env = { PETS_CLIENT_TOKEN: "t" };
    const refused = await pet(line, { env });
    expect(refused).toMatchObject({ code: 7, said: expect.stringContaining("ECONNREFUSED") });
    expect(refused.said).not.toMatch(/may have/);
    const json = await pet(`${line} -o json`, { env });
    expect(JSON.parse(json.said)).toMatchObject({ error: { clientReason: "CONNECT_FAILED", attempts: 1 } });
    // A server that starts later is found if the command is told to wait.
    const later = createServer((_, response) =>
      response.writeHead(201, { "content-type": "application/json" }).end("{}"),
    );
    const waiting = pet(`${line} --wait-for-ready`, { env });
    await new Promise<void>((done) => later.listen(port, "127.0.0.1", done));
    expect(await waiting).toMatchObject({ code: 0 });
    later.close();
  });

  it("shows no secret", async () => {
    const stdin = "{ body: { name: Rex, kind: dog, pin: HUSH } }";
    const { out } = await pet("pets create ann -f - --dry-run", { stdin });
    expect(out).toContain("[hidden]");
    expect(out).not.toContain("HUSH");
  });
});
