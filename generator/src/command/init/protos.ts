import { parse } from "yaml";
import { findRegistryModules } from "./registry-modules.js";
import { findModuleRoots, type ModuleRoot } from "./module-roots.js";
import { knownFiles, type Repository } from "./repository.js";

/** Folders of the protos of a new API, and of third-party protos. */
const protoRoot = "proto";
export const thirdPartyRoot = "third_party";
const status = "google/rpc/status.proto";

/** The modules of a repository. */
export interface Modules {
  /** Those of buf.yaml or buf.work.yaml, or those that imports indicate. */
  readonly roots: readonly ModuleRoot[];
  /** Protos that are in no module, because another file has the same name. */
  readonly copies: readonly string[];
  /** Protos that are excluded with such copies. */
  readonly beside: readonly string[];
  /** Modules of the registry that imports need. */
  readonly registry: readonly string[];
  /** Imports that no known module contains. */
  readonly unknown: readonly string[];
  /** Imports whose paths begin above the repository. */
  readonly above: readonly string[];
  /** Setting of an existing buf.yaml to exclude installed packages; undefined if it excludes them. */
  readonly exclusion?: string | undefined;
}

/** Settings of buf.yaml (`build` in version 1, `modules` in version 2) and of buf.work.yaml (`directories`). */
interface BufConfig {
  readonly version?: string;
  readonly directories?: readonly string[];
  readonly build?: { readonly excludes?: readonly string[] };
  readonly modules?: readonly { readonly path?: string; readonly excludes?: readonly string[] }[];
}

/** Folder of installed packages, some of which contain protos that are not part of the API. */
export const installedPackagesFolder = "node_modules";

function findMissingExclusion({ version, build, modules = [{}] }: BufConfig): string | undefined {
  const root = modules.find(({ path = "." }) => path === ".");
  const excludes = root && [...(root.excludes ?? []), ...(build?.excludes ?? [])];
  if (excludes?.includes(installedPackagesFolder) !== false) return undefined;
  const entry = `excludes: [${installedPackagesFolder}]`;
  return version === "v2" ? `modules: [{ path: ., ${entry} }]` : `build: { ${entry} }`;
}

/** Finds the modules of a repository. */
export function findModules({ protos, texts }: Repository): Modules {
  const text = texts.get(knownFiles.buf) ?? texts.get(knownFiles.bufWork);
  if (text !== undefined) {
    const buf = (parse(text) ?? {}) as BufConfig;
    const paths = buf.directories ?? buf.modules?.map(({ path = "." }) => path) ?? ["."];
    return {
      roots: paths.map((path) => ({ path, excludes: [] })),
      copies: [],
      beside: [],
      registry: [],
      unknown: [],
      above: [],
      exclusion: buf.directories ? undefined : findMissingExclusion(buf),
    };
  }
  const { roots, copies, beside, missing, above } = findModuleRoots(protos);
  // `status.proto` is written if no module contains it.
  const { modules, unknown } = findRegistryModules(missing.filter((one) => one !== status));
  return {
    roots: roots.length > 0 ? roots : [{ path: protoRoot, excludes: [] }],
    copies,
    beside,
    registry: modules,
    unknown,
    above,
  };
}

/** A proto file to write, with its template. */
export interface NewProto {
  readonly path: string;
  readonly template: string;
}

/**
 * Finds missing protos: if there is no service, a sample with the options of the convention and its imports. Services that
 * are there stay as they are.
 */
export function findMissingProtos(
  { protos, texts }: Repository,
  { roots, registry }: Modules,
  proto: string,
): NewProto[] {
  const root = roots.find((one) => one.path !== thirdPartyRoot)?.path ?? protoRoot;
  const isSample = !protos.some(({ services }) => services.length > 0);
  const own = (path: string): NewProto => ({
    path: joinPath(root, `${proto}/${path}`),
    template: `proto/${path.split("/").at(-1)}`,
  });
  const needsStatus = isSample || protos.some(({ imports }) => imports.includes(status));
  const hasStatus =
    protos.some(({ path }) => path === status || path.endsWith(`/${status}`)) ||
    registry.some((one) => one.includes("googleapis")) ||
    /googleapis/.test(texts.get(knownFiles.buf) ?? "");
  // An existing buf.yaml is not changed, so the file must be in one of its modules.
  const isTheirs = texts.has(knownFiles.buf) || texts.has(knownFiles.bufWork);
  const statusRoot = isTheirs ? root : thirdPartyRoot;
  const wanted = [
    ...(isSample && !protos.some(({ states }) => states === "cloud") ? [own("annotations.proto")] : []),
    ...(isSample ? sample.map(own) : []),
    ...(needsStatus && !hasStatus
      ? [{ path: joinPath(statusRoot, status), template: "third_party/status.proto" }]
      : []),
  ];
  return wanted.filter(({ path }) => !protos.some((one) => one.path === path));
}

const sample = [
  "common/v1/operation.proto",
  "common/v1/operation_service.proto",
  "common/v1/resource_metadata.proto",
  "notes/v1/note.proto",
  "notes/v1/note_service.proto",
];

function joinPath(place: string, path: string): string {
  return place === "." ? path : `${place}/${path}`;
}
