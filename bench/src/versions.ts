import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { top } from "./corpus.js";

/** The packages of the contestants, by the folder that has them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  ".": [
    "@grpc/grpc-js",
    "@connectrpc/connect-node",
    "@connectrpc/connect-web",
    "@bufbuild/protobuf",
    "ts-proto",
    "protobufjs",
    "openapi-fetch",
    "ky",
    "typescript",
  ],
  "bench/peers": ["@protobuf-ts/plugin", "@hey-api/openapi-ts"],
  "bench/corpus": ["@bufbuild/protoc-gen-es"],
};

/** The versions of Node, of the contestants and of the machine: `node@24.1.0, @grpc/grpc-js@1.14.7; 2 CPUs`. */
export function printVersions(): string {
  const versions = Object.entries(packages).flatMap(([folder, names]) =>
    names.map((name) => `${name}@${readVersion(folder, name)}`),
  );
  return `node@${process.versions.node}, ${versions.join(", ")}; ${cpus().length} CPUs`;
}

function readVersion(folder: string, name: string): string {
  const path = join(top, folder, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version;
}
