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
  /** Its own files by the start of their names. */
  readonly own: readonly string[];
  /** Packages that its owner calls unstable. */
  readonly unstable?: readonly string[];
}

/** A workflow engine, telemetry, a registry. */
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
];

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
      "bufbuild/registry-proto, bufbuild/bufplugin and bufbuild/protovalidate into a folder, and name it",
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
  const log = git("log", "--reverse", "--first-parent", "--format=%H", "--", "*.proto")
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

export function versionAt(history: History, commit: string): Version | undefined {
  const scratch = mkdtempSync(join(tmpdir(), "stratus-history-"));
  try {
    const [source, folder] = [join(scratch, "source"), join(scratch, "protos")];
    extract(history.clone, commit, source);
    const root = history.roots.find((one) => history.own.some((own) => existsSync(join(source, one, own))));
    if (root === undefined) return undefined;
    cpSync(join(googleProtos, "google/api"), join(folder, "google/api"), { recursive: true });
    for (const [clone, at] of history.imports) {
      const place = join(scratch, clone);
      extract(clone, "HEAD", place);
      cpSync(join(place, at), folder, { recursive: true });
    }
    cpSync(join(source, root), folder, { recursive: true });
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (file.endsWith(".proto") && history.own.some((own) => file.startsWith(own)))
        writeFileSync(join(folder, file), inTodaysWords(readFileSync(join(folder, file), "utf8")));
    const paths = history.own.flatMap((own) => ["--path", join(folder, own)]);
    const image = execFileSync(buf, ["build", folder, ...paths, "--as-file-descriptor-set", "-o", "-"], {
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const files = fromBinary(FileDescriptorSetSchema, image).file;
    const own = files
      .map(({ name }) => name)
      .filter((name) => history.own.some((one) => name.startsWith(one)));
    return { commit, files, own, image };
  } catch {
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function extract(clone: string, commit: string, place: string): void {
  mkdirSync(place, { recursive: true });
  const archive = gitIn(clone)("archive", commit);
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
