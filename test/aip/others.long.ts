/**
 * APIs that follow AIP, from checkouts of their repositories (`npm run long -- aip-apis`): those of others than Google, generated,
 * compiled strictly and walked through at the emulator, and Google's with the files that its repository has beside protos.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { googleProtos } from "../../bench/src/corpus.js";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder } from "../compile.fixture.js";
import { openSdk } from "./sdk.fixture.js";
import { freight, memos, type Walk } from "./walk-programs.fixture.js";

const buf = fileURLToPath(new URL("../../node_modules/@bufbuild/buf/bin/buf", import.meta.url));

/** A folder of the checkouts. */
function checkout(name: string): string {
  const folder = env["STRATUS_AIP_APIS"];
  if (folder !== undefined) return join(folder, name);
  throw new Error(
    "STRATUS_AIP_APIS is not set: clone usememos/memos, einride/aip-go and googleapis/googleapis into a folder, and name it",
  );
}

/** The descriptors of a folder of protos, with what they import. */
function image(folder: string, own: string): FileDescriptorProto[] {
  const args = [buf, "build", ".", "--path", own, "--as-file-descriptor-set", "-o", "-"];
  const bytes = execFileSync(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 });
  return fromBinary(FileDescriptorSetSchema, bytes).file;
}

/** The descriptors of a folder of protos in a checkout, beside Google's. */
function build(name: string, own: string): FileDescriptorProto[] {
  const folder = mkdtempSync(join(tmpdir(), "stratus-aip-"));
  try {
    cpSync(join(checkout(name), "proto", own), join(folder, own), { recursive: true });
    for (const part of ["api", "type"])
      cpSync(join(googleProtos, "google", part), join(folder, "google", part), { recursive: true });
    writeFileSync(join(folder, "buf.yaml"), "version: v2\n");
    return image(folder, own);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("an API of others that follows AIP", () => {
  it("Memos, which says no address, is walked through", async () => {
    await using sdk = await openSdk<Walk>({ files: build("memos", "api"), program: memos });
    expect(await sdk.program.walk(sdk.emulator.address, sdk.token)).toEqual({
      made: "memos/m",
      changed: ["# c", true, "here"],
      contents: ["# b", "# c"],
      shares: ["OK", "m"],
      gone: "NOT_FOUND",
      password: "",
      custom: "UNIMPLEMENTED",
    });
    const routes = sdk.emulator
      .calls()
      .filter(({ method }) => method.endsWith("/UpdateMemo"))
      .map(({ metadata }) => metadata["x-goog-request-params"]);
    expect(routes).toEqual(Array.from({ length: 3 }, () => ["memo.name=memos%2Fm"]));
  });

  it("einride's freight is walked through", async () => {
    await using sdk = await openSdk<Walk>({ files: build("aip-go", "einride"), program: freight });
    expect(await sdk.program.walk(sdk.emulator.address, sdk.token)).toEqual({
      isBelow: true,
      moved: { latitude: 1, longitude: 3 },
      annotations: { b: "2" },
      sites: 1,
      gone: "NOT_FOUND",
      custom: "UNIMPLEMENTED",
    });
  });
});

/** APIs of Google, with their YAML and their gRPC service configuration. */
const configured = [
  ["google/cloud/secretmanager/v1", "secretmanager_v1.yaml", "secretmanager_grpc_service_config.json"],
  ["google/pubsub/v1", "pubsub_v1.yaml", "pubsub_grpc_service_config.json"],
  ["google/spanner/admin/database/v1", "spanner.yaml", "spanner_admin_database_grpc_service_config.json"],
  ["google/storage/control/v2", "storage_v2.yaml", "storage_control_grpc_service_config.json"],
  [
    "google/cloud/resourcemanager/v3",
    "cloudresourcemanager_v3.yaml",
    "cloudresourcemanager_v3_grpc_service_config.json",
  ],
  ["google/cloud/datacatalog/lineage/v1", "datalineage_v1.yaml", "lineage_grpc_service_config.json"],
  ["google/datastore/v1", "datastore_v1.yaml", "datastore_grpc_service_config.json"],
  ["google/cloud/kms/v1", "cloudkms_v1.yaml", "cloudkms_grpc_service_config.json"],
  ["google/firestore/admin/v1", "firestore_v1.yaml", "firestore_admin_grpc_service_config.json"],
] as const;

interface ServiceConfig {
  readonly methodConfig: readonly {
    readonly name: readonly { readonly service?: string; readonly method?: string }[];
    readonly timeout?: string;
    readonly retryPolicy?: object;
  }[];
}

/** How many methods of an API its files say something of, counted without our reader. */
function counted(protos: readonly FileDescriptorProto[], api: string, config: ServiceConfig, yaml: string) {
  const own = protos.filter(({ name }) => name.startsWith(api));
  const entries = own.flatMap((file) =>
    file.service.flatMap((service) =>
      service.method.flatMap((method) => {
        const of = (wanted: string | undefined) =>
          config.methodConfig.find(({ name }) =>
            name.some((one) => one.service === `${file.package}.${service.name}` && one.method === wanted),
          );
        return of(method.name) ?? of(undefined) ?? [];
      }),
    ),
  );
  return {
    repeated: entries.filter(({ retryPolicy }) => retryPolicy).length,
    once: entries.filter(({ retryPolicy }) => !retryPolicy).length,
    timed: entries.filter(({ timeout = "0s" }) => timeout !== "0s").length,
    filled: yaml.match(/^ +auto_populated_fields:$/gm)?.length ?? 0,
  };
}

describe("the files beside the protos of", () => {
  it.each(configured)("%s are read, and the SDK keeps to them", async (api, yaml, config) => {
    const google = checkout("googleapis");
    const [yamlPath, configPath] = [join(google, api, yaml), join(google, api, config)];
    const files = `service_yaml=${yamlPath},grpc_service_config=${configPath}`;
    const protos = image(google, api);
    const generate = protos.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
    const parameter = `session_name=Google,${files}`;
    const outcome = await runPlugin(requestOf(protos, { parameter, generate }));
    expect(outcome.error).toBe("");
    await using _ = await buildFolder(outcome.files);
    const text = Object.entries(outcome.files)
      .flatMap(([path, one]) => (path.startsWith(api) ? [one] : []))
      .join("");
    const count = (what: RegExp): number => text.match(what)?.length ?? 0;
    const said = counted(
      protos,
      api,
      JSON.parse(readFileSync(configPath, "utf8")) as ServiceConfig,
      readFileSync(yamlPath, "utf8"),
    );
    console.log(api, said);
    expect({
      repeated: count(/\bretry: \{/g),
      once: count(/\bretry: false/g),
      timed: count(/\btimeoutMs: \d/g),
      filled: count(/\brequestId: "/g),
    }).toEqual(said);
  });
});
