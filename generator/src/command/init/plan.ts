import { joined, npmName, plainName, string, type Code } from "../../kit/code/code.js";
import { printNamesFile } from "../../kit/text/names-file.js";
import { packageRenderer } from "../../kit/render/render.js";
import type { View } from "../../kit/render/page.js";
import {
  adviseOnIgnored,
  adviseOnModules,
  adviseOnPlace,
  adviseOnPlugin,
  adviseOnScripts,
} from "./advice.js";
import { adviseOnStyle, type ApiStyle, findApiStyle } from "./api-style.js";
import { chooseNames, type ChosenInitNames, type InitNames } from "./names.js";
import {
  completePackage,
  hasSdkWorkspace,
  readName,
  createPackage,
  createWorkspacePackage,
  createOverlay,
  type PackageAdditions,
  type ToolVersions,
} from "./package-json.js";
import { isModernYarn, type PackageManager, findPackageManager } from "./package-manager.js";
import { completeWorkspace, createWorkspace } from "./pnpm-workspace.js";
import {
  thirdPartyRoot,
  installedPackagesFolder,
  findMissingProtos,
  type Modules,
  findModules,
  type NewProto,
} from "./protos.js";
import { knownFiles, type Repository } from "./repository.js";

/** A file to write. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** Additions to an existing file, for the report; undefined for a new file. */
  readonly adds?: string;
}

/** The files and advice for a repository. */
export interface Plan {
  /** The kind of API that the repository contains. */
  readonly style: ApiStyle;
  readonly files: readonly PlannedFile[];
  /** Existing files that do not change. */
  readonly unchanged: readonly string[];
  /** Steps that only people can take, as sentences. */
  readonly advice: readonly string[];
  readonly names: InitNames;
  /** The package manager of the repository. */
  readonly manager: PackageManager;
  /** Modules of the registry must be locked before the first generation. */
  readonly needsRegistry: boolean;
}

/**
 * Plans the files that a repository lacks to generate an SDK.
 *
 * @throws Error if its package.json or buf.yaml cannot be read, or a chosen name is not valid.
 */
export function makePlan(
  folder: string,
  repository: Repository,
  chosen: ChosenInitNames,
  tools: ToolVersions,
): Plan {
  const { protos, texts, around } = repository;
  const own = protos.filter(({ packageName }) => packageName !== "" && !packageName.startsWith("google."));
  const manifest = texts.get(knownFiles.package);
  const protoPackage = findProtoPackage(own);
  const names = chooseNames(folder, { protoPackage, npmName: readName(manifest) }, chosen);
  const manager = findPackageManager(texts, around?.texts);
  const modules = findModules(repository);
  const newProtos = findMissingProtos(repository, modules, names.proto);
  const style = findApiStyle(repository);
  if (style === "openapi") return planRest(repository, names, manager);
  const options = newProtos.find(({ template }) => template === "proto/annotations.proto")?.path;
  const print = createPrinter(names, manager);

  const wanted: (readonly [path: string, text: () => string])[] = [
    // A folder may contain only one of the two files.
    [
      texts.has(knownFiles.bufWork) ? knownFiles.bufWork : knownFiles.buf,
      () => print("buf.yaml", toModulesView(modules, newProtos, options)),
    ],
    [knownFiles.template, () => print("buf.gen.yaml", { isStripped: isStripped(own, names.proto) })],
    ...newProtos.map(
      ({ path, template }) => [path, () => print(template, { isFirst: names.proto < "google" })] as const,
    ),
    [knownFiles.overlay, () => createOverlay(manifest, names.session)],
    ...(isNamesFileWanted(texts) ? [[knownFiles.names, () => printNamesFile(new Map())] as const] : []),
    ...printedFiles.map(([path, template]) => [path, () => print(template, {})] as const),
    [knownFiles.package, () => createPackage(names.proto.replaceAll("_", "-"), tools, manager)],
    ...(manager.name === "pnpm" && !around?.texts.has(knownFiles.pnpmWorkspace)
      ? [[knownFiles.pnpmWorkspace, createWorkspace] as const]
      : []),
  ];
  const additions = manifest === undefined ? undefined : completePackage(manifest, tools, manager);
  wanted.push(...listFirstSdkFiles(manager, names, additions?.text ?? manifest));
  const files = wanted.filter(([path]) => !texts.has(path)).map(([path, text]) => ({ path, text: text() }));
  const changed = listChangedFiles(texts, additions);
  return {
    style,
    files: [...files, ...changed],
    unchanged: wanted
      .map(([path]) => path)
      .filter((path) => texts.has(path) && !changed.some((one) => one.path === path)),
    advice: [
      ...adviseOnPlace(around),
      ...adviseOnStyle(style, repository, names),
      ...adviseOnPlugin(repository, isStripped(own, names.proto), names),
      ...adviseOnIgnored(texts),
      ...adviseOnModules(modules),
      ...adviseOnScripts(additions, manager),
    ],
    names,
    manager,
    needsRegistry: modules.registry.length > 0,
  };
}

/** Whether buf.gen.yaml names the names file, or will do so. */
function isNamesFileWanted(texts: Repository["texts"]): boolean {
  const template = texts.get(knownFiles.template);
  return (
    template === undefined ||
    !template.includes("protoc-gen-stratus") ||
    template.includes(`since=${knownFiles.names}`)
  );
}

/** Files that are printed from the names alone, with their templates. */
const printedFiles = [
  [knownFiles.changelog, "changelog.md"],
  [knownFiles.workflow, "sdk.yml"],
  [knownFiles.script, "sdk.sh"],
  [knownFiles.topIgnored, "ignore"],
  [knownFiles.ignored, "gitignore"],
] as const;

/** Plans nothing but the command for a repository with an OpenAPI document, and the .gitignore. */
function planRest(repository: Repository, names: InitNames, manager: PackageManager): Plan {
  const { texts } = repository;
  const path = knownFiles.topIgnored;
  const text = createPrinter(names, manager)("ignore", {});
  return {
    style: "openapi",
    files: texts.has(path) ? [] : [{ path, text }],
    unchanged: [],
    advice: [...adviseOnStyle("openapi", repository, names), ...adviseOnIgnored(texts)],
    names,
    manager,
    needsRegistry: false,
  };
}

/** Lists the existing files with additions. */
function listChangedFiles(
  texts: Repository["texts"],
  additions: PackageAdditions | undefined,
): readonly PlannedFile[] {
  const workspace = completeWorkspace(texts.get(knownFiles.pnpmWorkspace) ?? createWorkspace());
  return [
    ...(additions?.text === undefined
      ? []
      : [{ path: knownFiles.package, text: additions.text, adds: additions.added.join(", ") }]),
    ...(workspace === undefined
      ? []
      : [{ path: knownFiles.pnpmWorkspace, text: workspace.text, adds: workspace.added.join(", ") }]),
  ];
}

/** Lists the files that a package manager requires in `sdk/` before anything is generated there. */
function listFirstSdkFiles(
  manager: PackageManager,
  { packageName }: InitNames,
  manifest: string | undefined,
): readonly (readonly [path: string, text: () => string])[] {
  const isMember = hasSdkWorkspace(manifest);
  // Yarn treats a folder inside a project as a separate project only if it has a lock file.
  if (isModernYarn(manager) && !isMember) return [[knownFiles.sdkYarnLock, () => ""]];
  // Bun refuses a workspace without a package.json, and npm warns about it. The generator overwrites this one.
  const isNeeded = isMember && (manager.name === "bun" || manager.name === "npm");
  return isNeeded ? [[knownFiles.sdkPackage, () => createWorkspacePackage(packageName)]] : [];
}

/** Finds the first part of the packages of an API: those with services, since others may come from elsewhere. */
function findProtoPackage(own: Repository["protos"]): string | undefined {
  const serving = own.flatMap((one) => one.services.map(() => one));
  return mostFrequent(
    (serving.length > 0 ? serving : own).map(({ packageName }) => packageName.split(".")[0] ?? ""),
  );
}

/** Returns the most frequent word; of several the first. */
function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Returns a function that prints a template of `init/` with the names and further values. */
function createPrinter(
  { proto, session, packageName }: InitNames,
  manager: PackageManager,
): (template: string, more: View) => string {
  const { name, installLocked, installSdk, run, exec, install, pack, tarball } = manager;
  const renderer = packageRenderer();
  const names = {
    proto: plainName(proto),
    session: plainName(session),
    packageName: npmName(packageName),
    isCorepack: name === "pnpm" || name === "yarn",
    isBun: name === "bun",
    isNpm: name === "npm",
    isModernYarn: isModernYarn(manager),
    install: toCode(install),
    installLocked: toCode(installLocked),
    installSdk: toCode(installSdk),
    run: toCode(run),
    exec: toCode(exec),
    pack: toCode(pack),
    tarball: tarball !== undefined && toCode(tarball),
  };
  return (template, more) => renderer.render(`init/${template}`, { ...names, ...more });
}

function toModulesView(
  { roots, registry }: Modules,
  protos: readonly NewProto[],
  options: string | undefined,
): View {
  const isForeign = protos.some(({ path }) => path.startsWith(`${thirdPartyRoot}/`));
  const isNew = isForeign && !roots.some(({ path }) => path === thirdPartyRoot);
  const modules = isNew ? [...roots, { path: thirdPartyRoot, excludes: [] }] : roots;
  return {
    modules: modules.map(({ path, excludes }) => {
      const left =
        path === "." ? [installedPackagesFolder, ...(isNew ? [thirdPartyRoot] : []), ...excludes] : excludes;
      return {
        path: toPathCode(path),
        excludes: left.length > 0 && left.map(toPathCode),
        isForeign: path === thirdPartyRoot,
      };
    }),
    registry: registry.length > 0 && registry.map((one) => toPathCode(one)),
    options: options !== undefined && { path: toPathCode(options) },
  };
}

/** Returns a command as code. */
function toCode(text: string): Code {
  return joined(text.split(" ").map(plainName), " ");
}

/** Returns whether all packages begin with the word, so that paths need not repeat it. */
function isStripped(own: Repository["protos"], proto: string): boolean {
  return own.every(({ packageName }) => packageName.startsWith(`${proto}.`) || packageName === proto);
}

/** Returns a path for YAML, quoted if necessary. */
function toPathCode(path: string): Code {
  return /^[\w./-]+$/.test(path) ? joined(path.split("/").map(plainName), "/") : string(path);
}
