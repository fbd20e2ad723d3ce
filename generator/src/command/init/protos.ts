import { parse } from "yaml";
import { foreignModules } from "./foreign-modules.js";
import { findModuleRoots, type ModuleRoot } from "./module-roots.js";
import { knownFiles, type Repository } from "./repository.js";

/** Folder of protos of a new API, and of those of others. */
const ownRoot = "proto";
export const foreignRoot = "third_party";
const status = "google/rpc/status.proto";

/** The modules of a repository. */
export interface Modules {
  /** Those of buf.yaml or buf.work.yaml, else those that imports show. */
  readonly roots: readonly ModuleRoot[];
  /** Protos that no module has, since another has their name. */
  readonly copies: readonly string[];
  /** Protos that are left out with such copies. */
  readonly beside: readonly string[];
  /** Modules of the registry that imports need. */
  readonly registry: readonly string[];
  /** Imports that nobody has. */
  readonly unknown: readonly string[];
  /** Imports by paths that begin above the repository. */
  readonly above: readonly string[];
  /** Lines with which a buf.yaml that is there would leave out the protos of installed packages; undefined if it does. */
  readonly exclusion?: string | undefined;
}

/** The part of a buf.yaml that is read here: version 1 says `build`, version 2 `modules`. Of a buf.work.yaml, `directories`. */
interface BufConfig {
  readonly version?: string;
  readonly directories?: readonly string[];
  readonly build?: { readonly excludes?: readonly string[] };
  readonly modules?: readonly { readonly path?: string; readonly excludes?: readonly string[] }[];
}

/** Folder of installed packages. Some hold protos, and buf would take them for the user's. */
export const installed = "node_modules";

function exclusionFor({ version, build, modules = [{}] }: BufConfig): string | undefined {
  const root = modules.find(({ path = "." }) => path === ".");
  const excludes = root && [...(root.excludes ?? []), ...(build?.excludes ?? [])];
  if (excludes?.includes(installed) !== false) return undefined;
  const said = `excludes: [${installed}]`;
  return version === "v2" ? `modules: [{ path: ., ${said} }]` : `build: { ${said} }`;
}

/** Finds the modules of a repository. */
export function modulesOf({ protos, texts }: Repository): Modules {
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
      exclusion: buf.directories ? undefined : exclusionFor(buf),
    };
  }
  const { roots, copies, beside, missing, above } = findModuleRoots(protos);
  // Ours, which is written if nobody has it.
  const { modules, unknown } = foreignModules(missing.filter((one) => one !== status));
  return {
    roots: roots.length > 0 ? roots : [{ path: ownRoot, excludes: [] }],
    copies,
    beside,
    registry: modules,
    unknown,
    above,
  };
}

/** A proto file to write, and the template that prints it. */
export interface NewProto {
  readonly path: string;
  readonly template: string;
}

/** Options of the convention, a sample if there is no service, and what that imports. */
export function missingProtos(
  { protos, texts }: Repository,
  { roots, registry }: Modules,
  proto: string,
): NewProto[] {
  const root = roots.find((one) => one.path !== foreignRoot)?.path ?? ownRoot;
  const isSample = !protos.some(({ services }) => services.length > 0);
  const own = (path: string): NewProto => ({
    path: at(root, `${proto}/${path}`),
    template: `proto/${path.split("/").at(-1)}`,
  });
  const needsStatus = isSample || protos.some(({ imports }) => imports.includes(status));
  const hasStatus =
    protos.some(({ path }) => path === status || path.endsWith(`/${status}`)) ||
    registry.some((one) => one.includes("googleapis")) ||
    /googleapis/.test(texts.get(knownFiles.buf) ?? "");
  // A buf.yaml of theirs is not changed, so that the file has to stand in one of its modules.
  const isTheirs = texts.has(knownFiles.buf) || texts.has(knownFiles.bufWork);
  const statusRoot = isTheirs ? root : foreignRoot;
  const wanted = [
    ...(protos.some(({ hasOptions }) => hasOptions) ? [] : [own("annotations.proto")]),
    ...(isSample ? sample.map(own) : []),
    ...(needsStatus && !hasStatus
      ? [{ path: at(statusRoot, status), template: "third_party/status.proto" }]
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

function at(place: string, path: string): string {
  return place === "." ? path : `${place}/${path}`;
}
