import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { createMissingPackageProblems } from "../../kit/optional-package.js";
import { Problems } from "../../kit/problem.js";

/** ts-proto as it is installed. */
export interface Peer {
  /** Path of its plugin, a program for Node. */
  readonly plugin: string;
  /** The versions of {@link wireRuntime} that its code works with. */
  readonly wireRuntime: string;
}

/** The package that its code imports. */
export const wireRuntime = "@bufbuild/protobuf";

/** The parts of its package.json that are read here. */
interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const element = "option codec";

/**
 * Finds ts-proto where Node finds it from here.
 * @throws Problems where it is not installed.
 */
export function findPeer(from: string | URL = import.meta.url): Peer {
  let path: string;
  try {
    path = createRequire(from).resolve("ts-proto/package.json");
  } catch {
    throw createMissingPackageProblems({ name: "ts-proto", neededBy: element });
  }
  const { bin, dependencies } = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  const plugin = bin?.["protoc-gen-ts_proto"] ?? "protoc-gen-ts_proto";
  return {
    plugin: join(dirname(path), plugin),
    wireRuntime: dependencies?.[wireRuntime] ?? "*",
  };
}

/**
 * Runs its plugin on an encoded CodeGeneratorRequest.
 * @returns The encoded CodeGeneratorResponse.
 * @throws Problems where it ends in an error.
 */
export async function runPeer({ plugin }: Peer, request: Uint8Array): Promise<Uint8Array> {
  const child = spawn(process.execPath, [plugin], { stdio: "pipe" });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // It may end before it has read all of it; its exit says why.
  child.stdin.on("error", () => {});
  child.stdin.end(request);
  const [response, complaint, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw tsProtoFailure(complaint.trim() || `it ended with ${code}`);
  return response;
}

/** ts-proto could not do it. */
export function tsProtoFailure(reason: string): Problems {
  const [line = ""] = reason.split("\n");
  return new Problems([
    {
      code: "CODEC_FAILED",
      element,
      what: `ts-proto failed: ${line}`,
      fix: "Leave out codec=ts-proto, or report this to ts-proto",
    },
  ]);
}
