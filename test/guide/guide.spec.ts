import { fromJson, type JsonObject, type MessageTable, toJson } from "@stratus/runtime";
import { guide, isGuide, loadGuide, modules, readLine, type LoadedGuide } from "@svc/cloud/guide";
import { describe, expect, it } from "vitest";
import { formatIndexLine } from "../../generator/src/kit/complete-guide.js";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { Cloud } from "@svc/cloud";
import { buildFolder } from "../compile.fixture.js";

const keys = Object.keys(modules);
const loaded = new Map<string, LoadedGuide>();
for (const key of keys) loaded.set(key, await loadGuide(modules, key));

/** What the package itself exports at an entry: `./compute/v1`. */
const entryOf = async (entry: string): Promise<Record<string, unknown>> =>
  (await import(entry.replace("./", "@svc/cloud/"))) as Record<string, unknown>;

describe("the guide of a package", () => {
  it("is plain data of the form that it says", () => {
    expect(isGuide(guide)).toBe(true);
    const all = { guide, files: [...loaded.values()].map(({ file }) => file) };
    expect(JSON.parse(JSON.stringify(all))).toEqual(all);
  });

  it("has a line for every method, with its word, role, effect and first sentence", () => {
    const disk = guide.services.find(({ name }) => name === "svc.compute.v1.DiskService");
    expect(disk?.words).toBe("compute disk");
    const line = (word: string, role: string, effect: string, text: string) => ({
      word,
      role,
      effect,
      text,
      isDeprecated: false,
    });
    expect(disk?.methods.slice(0, 3).map(readLine)).toEqual([
      line("create", "create", "create", "Creates a disk."),
      line("get", "get", "read", "Returns a disk by its identifier."),
      line("get-by-name", "getByName", "read", "Returns a disk by its parent and name."),
    ]);
  });

  it("has an example of each request, which the package reads as proto3 JSON", async () => {
    for (const { file, messages } of loaded.values())
      for (const { request, example, rpc } of file.services.flatMap(({ methods }) => methods)) {
        const { entry, type = "" } = messages.get(request)!;
        const table = (await entryOf(entry))[type] as MessageTable<object>;
        const message = fromJson(table, example as JsonObject);
        expect(Object.keys(toJson(table, message)).length, rpc).toBe(Object.keys(example as object).length);
      }
  });

  it.each(guide.services.map((one) => [one.words, one] as const))(
    "names what the package has: %s",
    async (_, { name, module, methods }) => {
      const { file, services } = loaded.get(module)!;
      const service = services.get(name)!;
      expect(service.methods.map(({ word }) => word)).toEqual(methods.map((line) => readLine(line).word));
      const entry = await entryOf(file.entry);
      const client = new (entry[service.client] as new (...given: object[]) => Record<string, unknown>)(
        new Cloud({ apiDomain: "api.example.com" }),
        { endpoint: "somewhere" },
      );
      const called = service.methods.flatMap(({ local, pages }) => [local, pages?.local ?? local]);
      const helpers = [service.modify?.local, service.modify?.preview, service.pickUp?.local];
      for (const local of [...called, ...helpers.filter((one) => one !== undefined)])
        expect(client[local], local).toBeTypeOf("function");
    },
  );

  it.each(keys)("describes every type that %s names", async (key) => {
    const { file, messages, enums } = loaded.get(key)!;
    const named = [
      ...file.services.flatMap(({ methods }) =>
        methods.flatMap(({ request, response, operation, pages }) => [
          request,
          response?.type,
          operation?.result,
          operation?.progress,
          pages?.type,
        ]),
      ),
      ...[...messages.values()].flatMap(({ fields }) => fields.map(({ type }) => type)),
    ];
    for (const name of named) {
      if (name === undefined || name.startsWith("google.protobuf.")) continue;
      expect(messages.has(name) || enums.has(name), name).toBe(true);
    }
    for (const [name, { type, entry }] of [...messages, ...enums])
      expect((await entryOf(entry))[type ?? ""], name).toBeDefined();
  });

  it("says of a field what the API states", () => {
    const { messages } = loaded.get("compute/v1/instance")!;
    const spec = messages.get("svc.compute.v1.InstanceSpec")!;
    expect(spec.fields.find(({ name }) => name === "secondary_disks")).toMatchObject({
      property: "secondaryDisks",
      kind: "message",
      isList: true,
    });
    const metadata = loaded
      .get("common/v1/resource_metadata")!
      .messages.get("svc.common.v1.ResourceMetadata")!;
    expect(metadata.fields.find(({ name }) => name === "labels")).toMatchObject({
      kind: "string",
      mapKey: "string",
    });
  });

  it("refuses a module that it does not have, with the way out", async () => {
    await expect(loadGuide(modules, "constructor")).rejects.toThrow(
      "the guide has no module constructor: generate the package again",
    );
  });
});

const protos = {
  "acme/v1/disk.proto": `syntax = "proto3"; package acme.v1; import "google/protobuf/timestamp.proto";
    // Its "text" ends the string: \`\${x}\` */ \\u2028
    service DiskService { rpc Get(Ask) returns (Disk); rpc GetReport(Ask) returns (Disk) { option deprecated = true; } }
    message Ask { string id = 1; }
    message Disk { string id = 1; oneof source { string image = 2; Disk copy = 3; } map<string, Kind> kinds = 4;
      optional int32 size = 5; repeated google.protobuf.Timestamp at = 6 [deprecated = true]; }
    enum Kind { KIND_UNSPECIFIED = 0; KIND_FAST = 1; }`,
};

describe("a line of the index", () => {
  it.each([
    ["get get Returns it.", "get", "get", "read", false, "Returns it."],
    ["get get", "get", "get", "read", false, ""],
    ["stop :act Stops it.", "stop", "other", "act", false, "Stops it."],
    ["make :create! Old: use `create`.", "make", "other", "create", true, "Old: use `create`."],
    ["create create:read! Looks.", "create", "create", "read", true, "Looks."],
  ] as const)("%s", (line, word, role, effect, isDeprecated, text) => {
    expect(readLine(line)).toEqual({ word, role, effect, isDeprecated, text });
    expect(formatIndexLine({ word, role, effect, isDeprecated, text })).toBe(line);
  });
});

describe("a guide is generated", () => {
  const generate = async (parameter: string) => {
    const { files, error } = await generateFrom(protos, {
      parameter: `guide=true,kind=cloud${parameter}`,
    });
    expect(error).toBe("");
    const isGuidePart = ([path]: [string, string]): boolean => path.startsWith("guide/");
    return { files, guide: Object.fromEntries(Object.entries(files).filter(isGuidePart)) };
  };

  it("only if it is asked for", async () => {
    const { files } = await generateFrom(protos, { parameter: "kind=cloud" });
    expect(Object.keys(files).filter((path) => path.includes("guide"))).toEqual([]);
  });

  it("with the provider of browser logins, if the options name one", async () => {
    const login = "login_issuer=https://login.example.com,login_client_id=acme-cli,login_scopes=openid+cloud";
    const { guide: parts } = await generate(`,${login}`);
    expect(parts["guide/index.ts"]?.replace(/\s+/g, " ")).toContain(
      'browserLogin: { issuer: "https://login.example.com", clientId: "acme-cli", scopes: "openid cloud" }',
    );
    expect((await generate("")).guide["guide/index.ts"]).not.toContain("browserLogin");
  });

  it("as code that compiles, whatever the comments hold", async () => {
    const { files, guide: parts } = await generate(",verify=true");
    expect(Object.keys(parts)).toEqual(["guide/acme/v1/disk.ts", "guide/index.ts"]);
    await using folder = await buildFolder(files);
    expect(await folder.compile("TypeScript 5.9")).toBe("");
  });

  it("the same with the codecs of ts-proto", async () => {
    expect((await generate(",codec=ts-proto")).guide).toEqual((await generate("")).guide);
  });

  it.each(["codec=none", "clients=false"])(
    "with fields and without methods if there are no clients: %s",
    async (choice) => {
      const { files } = await generateFrom(protos, { parameter: `guide=true,${choice}` });
      expect(files["guide/index.ts"]).toContain("services: [],");
      expect(files["guide/index.ts"]).not.toContain("session");
      expect(files["guide/acme/v1/disk.ts"]).toContain('"acme.v1.Disk": {');
      await using _ = await buildFolder(files);
    },
  );
});
