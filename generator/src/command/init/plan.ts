import { joined, npmName, plainName, string, type Code } from "../../kit/code/code.js";
import { ownRenderer } from "../../kit/render/render.js";
import type { View } from "../../kit/render/page.js";
import { namesOf, type ChosenInitNames, type InitNames } from "./names.js";
import {
  completedPackage,
  hasSdkWorkspace,
  nameIn,
  newPackage,
  newWorkspacePackage,
  overlayOf,
  type PackageAdditions,
  type ToolVersions,
} from "./package-json.js";
import { isModernYarn, type PackageManager, packageManagerOf } from "./package-manager.js";
import { completedWorkspace, newWorkspace } from "./pnpm-workspace.js";
import { foreignRoot, installed, missingProtos, type Modules, modulesOf, type NewProto } from "./protos.js";
import { knownFiles, type Repository, type Surroundings } from "./repository.js";

/** A file to write. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** What it adds to a file that is there; undefined for a new one. */
  readonly adds?: string;
}

/** What is to be done in a repository. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** What is there and stays. */
  readonly kept: readonly string[];
  /** What only its people can do, in sentences. */
  readonly advice: readonly string[];
  readonly names: InitNames;
  /** Commands of this repository. */
  readonly manager: PackageManager;
  /** Modules of the registry have to be locked before the first generation. */
  readonly needsRegistry: boolean;
}

/**
 * What a repository lacks for an SDK to be generated in it.
 * @throws Error where its package.json or buf.yaml cannot be read, or a chosen name cannot be one.
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
  const protoPackage = mostFrequent(own.map(({ packageName }) => packageName.split(".")[0] ?? ""));
  const names = namesOf(folder, { protoPackage, npmName: nameIn(manifest) }, chosen);
  const manager = packageManagerOf(texts, around?.texts);
  const modules = modulesOf(repository);
  const newProtos = missingProtos(repository, modules, names.proto);
  const options = newProtos.find(({ template }) => template === "proto/annotations.proto")?.path;
  const print = printerFor(names, manager);

  const wanted: (readonly [path: string, text: () => string])[] = [
    // buf takes one of them at a place.
    [
      texts.has(knownFiles.bufWork) ? knownFiles.bufWork : knownFiles.buf,
      () => print("buf.yaml", modulesView(modules, newProtos, options)),
    ],
    [knownFiles.template, () => print("buf.gen.yaml", { isStripped: isStripped(own, names.proto) })],
    ...newProtos.map(
      ({ path, template }) => [path, () => print(template, { isFirst: names.proto < "google" })] as const,
    ),
    [knownFiles.overlay, () => overlayOf(manifest, names.session)],
    [knownFiles.changelog, () => print("changelog.md", {})],
    [knownFiles.workflow, () => print("sdk.yml", {})],
    [knownFiles.script, () => print("sdk.sh", {})],
    [knownFiles.ignored, () => print("gitignore", {})],
    [knownFiles.package, () => newPackage(names.proto.replaceAll("_", "-"), tools, manager)],
    ...(manager.name === "pnpm" && !around?.texts.has(knownFiles.pnpmWorkspace)
      ? [[knownFiles.pnpmWorkspace, newWorkspace] as const]
      : []),
  ];
  const additions = manifest === undefined ? undefined : completedPackage(manifest, tools, manager);
  wanted.push(...startOfSdk(manager, names, additions?.text ?? manifest));
  const files = wanted.filter(([path]) => !texts.has(path)).map(([path, text]) => ({ path, text: text() }));
  const changed = changedFiles(texts, additions);
  return {
    files: [...files, ...changed],
    kept: wanted
      .map(([path]) => path)
      .filter((path) => texts.has(path) && !changed.some((one) => one.path === path)),
    advice: [
      ...placeAdvice(around),
      ...adviceFor(repository, options, names),
      ...moduleAdvice(modules),
      ...keptScripts(additions, manager),
    ],
    names,
    manager,
    needsRegistry: modules.registry.length > 0,
  };
}

/** The files of theirs that something is added to. */
function changedFiles(
  texts: Repository["texts"],
  additions: PackageAdditions | undefined,
): readonly PlannedFile[] {
  const workspace = completedWorkspace(texts.get(knownFiles.pnpmWorkspace) ?? newWorkspace());
  return [
    ...(additions?.text === undefined
      ? []
      : [{ path: knownFiles.package, text: additions.text, adds: additions.added.join(", ") }]),
    ...(workspace === undefined
      ? []
      : [{ path: knownFiles.pnpmWorkspace, text: workspace.text, adds: workspace.added.join(", ") }]),
  ];
}

/** The file that a package manager has to find in `sdk/` before anything is generated there. */
function startOfSdk(
  manager: PackageManager,
  { packageName }: InitNames,
  manifest: string | undefined,
): readonly (readonly [path: string, text: () => string])[] {
  const isMember = hasSdkWorkspace(manifest);
  // Yarn takes a folder below a project for one by itself only if it has a lock file.
  if (isModernYarn(manager) && !isMember) return [[knownFiles.sdkYarnLock, () => ""]];
  // Bun refuses a workspace without a package.json, and npm warns of it; the generator writes another in its place.
  const isNeeded = isMember && (manager.name === "bun" || manager.name === "npm");
  return isNeeded ? [[knownFiles.sdkPackage, () => newWorkspacePackage(packageName)]] : [];
}

/** The word that most packages begin with; of several the first. */
function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Prints a template of `init/` with the names and what else it asks for. */
function printerFor(
  { proto, session, packageName }: InitNames,
  manager: PackageManager,
): (template: string, more: View) => string {
  const { name, installLocked, run, exec, install, pack, tarball } = manager;
  const renderer = ownRenderer();
  const names = {
    proto: plainName(proto),
    session: plainName(session),
    packageName: npmName(packageName),
    isCorepack: name === "pnpm" || name === "yarn",
    isBun: name === "bun",
    isModernYarn: isModernYarn(manager),
    install: words(install),
    installLocked: words(installLocked),
    run: words(run),
    exec: words(exec),
    pack: words(pack),
    tarball: tarball !== undefined && words(tarball),
  };
  return (template, more) => renderer.render(`init/${template}`, { ...names, ...more });
}

function modulesView(
  { roots, registry }: Modules,
  protos: readonly NewProto[],
  options: string | undefined,
): View {
  const isForeign = protos.some(({ path }) => path.startsWith(`${foreignRoot}/`));
  const isNew = isForeign && !roots.some(({ path }) => path === foreignRoot);
  const modules = isNew ? [...roots, { path: foreignRoot, excludes: [] }] : roots;
  return {
    modules: modules.map(({ path, excludes }) => {
      const left = path === "." ? [installed, ...(isNew ? [foreignRoot] : []), ...excludes] : excludes;
      return {
        path: pathCode(path),
        excludes: left.length > 0 && left.map(pathCode),
        isForeign: path === foreignRoot,
      };
    }),
    registry: registry.length > 0 && registry.map((one) => pathCode(one)),
    options: options !== undefined && { path: pathCode(options) },
  };
}

function keptScripts(additions: PackageAdditions | undefined, { exec }: PackageManager): string[] {
  if (!additions || additions.kept.length === 0) return [];
  const kept = additions.kept.join(" and ");
  return [
    `package.json keeps its ${kept}, which CI runs: let it do what \`${exec} buf generate && ${exec} stratus clean\` does.`,
  ];
}

function placeAdvice(around: Surroundings | undefined): string[] {
  if (!around) return [];
  const { top, place } = around;
  return [
    `The repository begins at ${top}: run \`stratus init\` there if it is one API. Else move ${knownFiles.workflow} there, let its steps run in ${place}, and name ${place}/sdk among the workspaces, if there are some.`,
  ];
}

function moduleAdvice({ copies, beside, unknown, above, exclusion }: Modules): string[] {
  return [
    ...(exclusion === undefined
      ? []
      : [
          `Leave installed packages out of the module at the top, some have protos: \`${exclusion}\` in buf.yaml.`,
        ]),
    ...(copies.length === 0
      ? []
      : [`Left out of buf.yaml, since others have their names: ${listed(copies)}`]),
    ...(beside.length === 0
      ? []
      : [`Left out with them, since buf leaves out folders and no files: ${listed(beside)}`]),
    ...(above.length === 0
      ? []
      : [
          `These imports name files of this repository by paths that begin above it, where buf does not look: ${listed(above)}. ` +
            "Run `stratus init` in the folder that they begin in, or let imports begin in a folder of the repository.",
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `No file here is what these imports name, and no module of the Buf Schema Registry that is known here has them: ${listed(unknown)}. ` +
            "Put the files into a module of buf.yaml, or name the module that has them under deps.",
        ]),
  ];
}

/** The first of them, and how many others there are: repositories have dozens. */
function listed(paths: readonly string[]): string {
  const rest = paths.length - 5;
  return rest > 1 ? `${paths.slice(0, 5).join(", ")} and ${rest} others` : paths.join(", ");
}

/** Words of a command line of ours. */
function words(text: string): Code {
  return joined(text.split(" ").map(plainName), " ");
}

function adviceFor(
  { protos, texts }: Repository,
  options: string | undefined,
  { proto, packageName, session }: InitNames,
): string[] {
  const advice: string[] = [];
  if (options !== undefined && protos.some(({ services }) => services.length > 0))
    advice.push(
      `Say where each service is: import "${options.replace(/^.*?(?=[^/]+\/[^/]+$)/, "")}" and set \`option (${proto}.api_service_name) = "...";\` in it.`,
    );
  const template = texts.get(knownFiles.template);
  if (template !== undefined && !template.includes("protoc-gen-stratus")) {
    // What version 2 calls a local plugin, version 1 finds by the end of its name.
    const plugin = /^version: *["']?v2/m.test(template) ? "local: protoc-gen-stratus" : "plugin: stratus";
    advice.push(
      `Add the plugin to buf.gen.yaml: { ${plugin}, out: sdk, strategy: all, ` +
        `opt: [package_name=${packageName}, package_json=sdk.package.json, session_name=${session}] }`,
    );
  }
  return advice;
}

/** Whether all packages begin with the word, so that paths need not repeat it. */
function isStripped(own: Repository["protos"], proto: string): boolean {
  return own.every(({ packageName }) => packageName.startsWith(`${proto}.`) || packageName === proto);
}

/** A path for YAML: as it is where nothing in it means anything there, else quoted. */
function pathCode(path: string): Code {
  return /^[\w./-]+$/.test(path) ? joined(path.split("/").map(plainName), "/") : string(path);
}
