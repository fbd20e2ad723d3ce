/** Public APIs with their histories, as versions that compile. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { inTodaysWords } from "../rules/history.fixture.js";
import { googleProtos } from "../../bench/src/corpus.js";

/** The history of an API. */
export interface History {
  readonly name: string;
  /** The clone, below the folder of the clones. */
  readonly clone: string;
  /** Folders of its protos; the first that a commit has. */
  readonly roots: readonly string[];
  /** Clones and folders of what it imports, as they are today. */
  readonly imports: readonly (readonly [clone: string, folder: string])[];
  /** Files and folders that a version needs; default: all. */
  readonly paths?: readonly string[];
  /** Its own files by the start of their names. */
  readonly own: readonly string[];
  /** Packages that its owner calls unstable. */
  readonly unstable?: readonly string[];
  /** The commit behind which its history is looked at; default: its beginning. */
  readonly behind?: string;
}

/**
 * A workflow engine, telemetry, a registry, a proxy's control plane, cloud services, builds, a database, a cloud platform,
 * permissions and a sidecar.
 */
export const histories: readonly History[] = [
  { name: "temporal", clone: "temporal-api", roots: ["."], imports: [], own: ["temporal/"] },
  {
    name: "opentelemetry",
    clone: "opentelemetry-proto",
    roots: ["src", "."],
    imports: [],
    own: ["opentelemetry/"],
    unstable: [
      "opentelemetry.proto.profiles.v1development",
      "opentelemetry.proto.collector.profiles.v1development",
    ],
  },
  {
    name: "registry",
    clone: "registry-proto",
    roots: ["."],
    imports: [
      ["bufplugin", "."],
      ["protovalidate", "proto/protovalidate"],
    ],
    own: ["buf/registry/"],
  },
  {
    name: "envoy",
    clone: "data-plane-api",
    roots: ["."],
    imports: [
      ["xds", "."],
      ["protoc-gen-validate", "."],
      ["opencensus-proto", "src"],
      ["client_model", "."],
      ["opentelemetry-proto", "."],
    ],
    own: [
      ...["cluster", "core", "endpoint", "listener", "route"].map((one) => `envoy/config/${one}/v3/`),
      ...["discovery", "status", "auth", "ratelimit", "load_stats"].map((one) => `envoy/service/${one}/v3/`),
    ],
    // The third version of the API begins there.
    behind: "b4008883cbacbad56b83ab32c1533135983ff6b5",
  },
  {
    name: "cloud services",
    clone: "googleapis",
    roots: ["."],
    imports: [],
    paths: [
      ...["api", "iam", "longrunning", "rpc", "type", "cloud/location"].map((one) => `google/${one}`),
      ...["backupdr/v1", "common", "secretmanager/v1"].map((one) => `google/cloud/${one}`),
      "google/pubsub/v1",
    ],
    own: ["google/cloud/backupdr/v1/", "google/cloud/secretmanager/v1/", "google/pubsub/v1/"],
    behind: "1c2d0272e3",
  },
  { name: "remote execution", clone: "remote-apis", roots: ["."], imports: [], own: ["build/bazel/"] },
  {
    name: "vector database",
    clone: "milvus-proto",
    roots: ["proto"],
    imports: [],
    own: ["common", "feder", "milvus", "msg", "rg", "schema"].map((one) => `${one}.proto`),
  },
  {
    name: "cloud platform",
    clone: "nebius-api",
    roots: ["."],
    imports: [["protovalidate", "proto/protovalidate"]],
    own: ["nebius/"],
  },
  {
    name: "permissions",
    clone: "authzed-api",
    roots: ["."],
    imports: [
      ["protovalidate", "proto/protovalidate"],
      ["protoc-gen-validate", "."],
      ["grpc-gateway", "."],
    ],
    own: ["authzed/api/v1/"],
  },
  {
    name: "sidecar",
    clone: "dapr",
    roots: ["."],
    imports: [],
    paths: ["dapr/proto"],
    own: ["dapr/proto/common/v1/", "dapr/proto/runtime/v1/"],
  },
];

/** Returns whether the clone of a history is in the folder of the clones. */
export function isCloned({ clone }: History): boolean {
  return existsSync(join(clones(), clone));
}

/** A version of an API. */
export interface Version {
  readonly commit: string;
  /** All descriptors, imports first. */
  readonly files: readonly FileDescriptorProto[];
  /** Names of its own files. */
  readonly own: readonly string[];
  /** The image, for buf. */
  readonly image: Uint8Array;
}

/** The folder of the clones. */
function clones(): string {
  const folder = env["STRATUS_HISTORIES"];
  if (folder !== undefined) return folder;
  throw new Error(
    "STRATUS_HISTORIES is not set: clone temporalio/api (as temporal-api), open-telemetry/opentelemetry-proto, " +
      "bufbuild/registry-proto, bufbuild/bufplugin, bufbuild/protovalidate, envoyproxy/data-plane-api, cncf/xds, " +
      "bufbuild/protoc-gen-validate, census-instrumentation/opencensus-proto, prometheus/client_model, " +
      "bazelbuild/remote-apis, milvus-io/milvus-proto, googleapis/googleapis, nebius/api (as nebius-api), authzed/api " +
      "(as authzed-api), grpc-ecosystem/grpc-gateway and dapr/dapr into a folder, and name it. A history without a clone " +
      "is untried",
  );
}

/** The compiler itself, since its wrapper takes longer to start than it to compile. */
export const buf = fileURLToPath(
  new URL(`../../node_modules/@bufbuild/buf-${process.platform}-${process.arch}/bin/buf`, import.meta.url),
);

/**
 * The versions of an API, the oldest first: as many as are asked for, at equal distances over all commits that changed
 * its protos. Those that do not compile, or change nothing, are passed over.
 */
export function* versionsOf(history: History, count: number): Generator<Version> {
  const git = gitIn(history.clone);
  const range = history.behind === undefined ? "HEAD" : `${history.behind}..HEAD`;
  const watched =
    history.paths === undefined
      ? ["*.proto"]
      : history.roots.flatMap((root) => history.own.map((own) => join(root, own)));
  const log = git("log", "--reverse", "--first-parent", "--format=%H", range, "--", ...watched)
    .toString()
    .trim()
    .split("\n");
  const every = Math.max(1, log.length / count);
  let last = "";
  for (let at = 0; at < log.length; at += every) {
    const version = versionAt(history, log[Math.floor(at)] ?? "");
    if (!version) continue;
    const text = digestOf(version);
    if (text === last) continue;
    last = text;
    yield version;
  }
}

function gitIn(clone: string): (...args: readonly string[]) => Buffer {
  return (...args) => execFileSync("git", ["-C", join(clones(), clone), ...args], { maxBuffer: 1 << 28 });
}

/** What buf ends with if it was given files that do not compile. */
const refused = 100;

/**
 * @returns undefined for a commit that does not compile, or has no file of the API.
 * @throws Error for whatever else keeps buf from building it.
 */
function versionAt(history: History, commit: string): Version | undefined {
  const scratch = mkdtempSync(join(tmpdir(), "stratus-history-"));
  try {
    const [source, folder] = [join(scratch, "source"), join(scratch, "protos")];
    extract(history.clone, commit, source, history.paths);
    const root = history.roots.find((one) => history.own.some((own) => existsSync(join(source, one, own))));
    if (root === undefined) return undefined;
    for (const one of ["google/api", "google/longrunning", "google/rpc"])
      cpSync(join(googleProtos, one), join(folder, one), { recursive: true });
    for (const [clone, at] of history.imports) {
      const place = join(scratch, clone);
      extract(clone, "HEAD", place);
      cpSync(join(place, at), folder, { recursive: true });
    }
    cpSync(join(source, root), folder, { recursive: true });
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (file.endsWith(".proto") && history.own.some((own) => file.startsWith(own)))
        writeFileSync(join(folder, file), inTodaysWords(readFileSync(join(folder, file), "utf8")));
    const paths = history.own
      .map((own) => join(folder, own))
      .flatMap((path) => (existsSync(path) ? ["--path", path] : []));
    const image = execFileSync(buf, ["build", folder, ...paths, "--as-file-descriptor-set", "-o", "-"], {
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const files = fromBinary(FileDescriptorSetSchema, image).file;
    const own = files
      .map(({ name }) => name)
      .filter((name) => history.own.some((one) => name.startsWith(one)));
    return { commit, files, own, image };
  } catch (error) {
    const { status, stderr } = error as { status?: number; stderr?: Buffer };
    if (status !== refused) throw error;
    console.log(`${history.name} ${commit.slice(0, 8)} is passed over: ${String(stderr).split("\n")[0]}`);
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function extract(clone: string, commit: string, place: string, paths: readonly string[] = []): void {
  mkdirSync(place, { recursive: true });
  const archive = gitIn(clone)("archive", commit, "--", ...paths);
  execFileSync("tar", ["-x", "-C", place, "--wildcards", "*.proto"], { input: archive });
}

/** The descriptors without comments. */
function digestOf({ files, own }: Version): string {
  const plain = files
    .filter(({ name }) => own.includes(name))
    .map((file): FileDescriptorProto => {
      const copy = { ...file };
      delete copy.sourceCodeInfo;
      return copy;
    });
  return Buffer.from(
    toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: plain })),
  ).toString("base64");
}
