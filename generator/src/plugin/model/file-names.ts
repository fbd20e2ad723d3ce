import type { DescFile } from "@bufbuild/protobuf";
import type { NameRegistry } from "./name-registry.js";
import { moduleScope } from "./name-roles.js";
import { withSuffix } from "../../kit/text/name-pool.js";

/** The places of generated modules, from the top of the sources. */
export interface FileNames {
  /** Folder of a package by its proto name: `compute/v1`. */
  directory(packageName: string): string;
  /** Path of the entry that holds a package's servers: `compute/v1/server`. */
  serverEntry(packageName: string): string;
  /** Path of a file's module without extension: `compute/v1/instance`. */
  module(file: DescFile): string;
}

/** Folder of files without a package. */
const unpackaged = "unpackaged";

/**
 * Entries of the SDK that no package may have: the facade over all services, the descriptors, the guide and the session
 * of browsers. They are kept free if there are none, too.
 */
const ownEntries = ["services", "descriptors", "guide", "web"];

/** The folder of the guide's modules, which no package may share. */
const guideFolder = /^guide$/i;

/** Names that have a special meaning on some system. */
const refusedParts = /^(con|prn|aux|nul|com[0-9]|lpt[0-9]|node_modules|dist)$/i;

/**
 * Decides folders and modules. A folder follows the proto package, not the path of the proto file, so that each entry
 * point of the SDK is one folder. If a file system treats two names as the same, the second gets a number, and the
 * one in lower case keeps its name.
 */
export function decideFileNames(
  files: readonly DescFile[],
  stripPrefix: string,
  registry: NameRegistry,
): FileNames {
  const directories = decideDirectories(files, stripPrefix, registry);
  const serverEntries = decideServerEntries(directories, registry);
  const modules = new Map<DescFile, string>();
  for (const file of [...files].sort(lowerCaseFirst((one) => one.proto.name))) {
    const directory = directories.get(file.proto.package) ?? unpackaged;
    const reserved = ["index", "resource-names"].map((name) => `${directory}/${name}`);
    const scope = registry.scope(moduleScope(directory), { ignoresCase: true, reserved });
    modules.set(
      file,
      scope.give(file.proto.name, "module", withSuffix(`${directory}/${baseName(file)}`, "_")),
    );
  }
  return {
    directory: (packageName) => directories.get(packageName) ?? unpackaged,
    serverEntry: (packageName) => serverEntries.get(packageName) ?? `${unpackaged}/server`,
    module: (file) => modules.get(file) ?? file.name,
  };
}

function decideDirectories(
  files: readonly DescFile[],
  stripPrefix: string,
  registry: NameRegistry,
): ReadonlyMap<string, string> {
  const scope = registry.scope("folders", { ignoresCase: true, reserved: ownEntries });
  const names = [...new Set(files.map((file) => file.proto.package))];
  return new Map(
    names.sort(lowerCaseFirst((name) => name)).map((name) => {
      const full = toPath(name === "" ? unpackaged : name);
      const short =
        stripPrefix !== "" && name.startsWith(`${stripPrefix}.`)
          ? toPath(name.slice(stripPrefix.length + 1))
          : full;
      return [name, scope.give(name, "folder", pathCandidates(short, full))];
    }),
  );
}

/** Returns the module of servers, `compute/v1/server`, unless that is a separate package. */
function decideServerEntries(
  directories: ReadonlyMap<string, string>,
  registry: NameRegistry,
): ReadonlyMap<string, string> {
  const scope = registry.scope("folders");
  return new Map(
    [...directories].map(([name, directory]) => [
      name,
      scope.give(name, "serverFolder", withSuffix(`${directory}/server`, "_")),
    ]),
  );
}

/** Two packages that look the same without their prefix: the second keeps it. */
function* pathCandidates(short: string, full: string): Generator<string> {
  yield short;
  yield* withSuffix(full, "_");
}

function toPath(packageName: string): string {
  const [first = "", ...more] = packageName.split(".").map(safePart);
  return [guideFolder.test(first) ? `${first}_` : first, ...more].join("/");
}

function baseName(file: DescFile): string {
  const name = file.name.slice(file.name.lastIndexOf("/") + 1);
  return safePart(name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^-/, "_")) || "_";
}

function safePart(part: string): string {
  return refusedParts.test(part) ? `${part}_` : part;
}

/** Sorts names without capitals before those with, else by code unit. */
function lowerCaseFirst<T>(nameOf: (one: T) => string): (a: T, b: T) => number {
  const key = (one: T): string => `${/[A-Z]/.test(nameOf(one)) ? 1 : 0}${nameOf(one)}`;
  return (a, b) => (key(a) < key(b) ? -1 : 1);
}
