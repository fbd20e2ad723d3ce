import { joined, npmName, plainName, string, type Code } from "../../kit/code/code.js";
import { createRenderer } from "../../kit/render/render.js";
import type { View } from "../../kit/render/page.js";
import { namesOf, type ChosenInitNames, type InitNames } from "./names.js";
import {
  completedPackage,
  nameIn,
  newPackage,
  overlayOf,
  type PackageAdditions,
  type ToolVersions,
} from "./package-json.js";
import { foreignRoot, missingProtos, rootsOf, type NewProto } from "./protos.js";
import { knownFiles, type Repository } from "./repository.js";

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
  const { protos, texts } = repository;
  const own = protos.filter(({ packageName }) => packageName !== "" && !packageName.startsWith("google."));
  const manifest = texts.get(knownFiles.package);
  const protoPackage = own[0]?.packageName.split(".")[0];
  const names = namesOf(folder, { protoPackage, npmName: nameIn(manifest) }, chosen);
  const roots = rootsOf(repository);
  const newProtos = missingProtos(repository, roots, names.proto);
  const options = newProtos.find(({ template }) => template === "proto/annotations.proto")?.path;
  const print = printerFor(names);

  const wanted: readonly (readonly [path: string, text: () => string])[] = [
    [knownFiles.buf, () => print("buf.yaml", modulesView(roots, newProtos, options))],
    [knownFiles.template, () => print("buf.gen.yaml", { isStripped: isStripped(own, names.proto) })],
    ...newProtos.map(
      ({ path, template }) => [path, () => print(template, { isFirst: names.proto < "google" })] as const,
    ),
    [knownFiles.overlay, () => overlayOf(manifest, names.session)],
    [knownFiles.changelog, () => print("changelog.md", {})],
    [knownFiles.workflow, () => print("sdk.yml", {})],
    [knownFiles.script, () => print("sdk.sh", {})],
    [knownFiles.ignored, () => print("gitignore", {})],
    [knownFiles.package, () => newPackage(names.proto.replaceAll("_", "-"), tools)],
  ];
  const files = wanted.filter(([path]) => !texts.has(path)).map(([path, text]) => ({ path, text: text() }));
  const additions = manifest === undefined ? undefined : completedPackage(manifest, tools);
  const changed =
    additions?.text === undefined
      ? []
      : [{ path: knownFiles.package, text: additions.text, adds: additions.added.join(", ") }];
  return {
    files: [...files, ...changed],
    kept: wanted.map(([path]) => path).filter((path) => texts.has(path) && path !== changed[0]?.path),
    advice: [...adviceFor(repository, options, names), ...keptScripts(additions)],
    names,
  };
}

/** Prints a template of `init/` with the names and what else it asks for. */
function printerFor({ proto, session, packageName }: InitNames): (template: string, more: View) => string {
  const renderer = createRenderer();
  const names = { proto: plainName(proto), session: plainName(session), packageName: npmName(packageName) };
  return (template, more) => renderer.render(`init/${template}`, { ...names, ...more });
}

function modulesView(
  roots: readonly string[],
  protos: readonly NewProto[],
  options: string | undefined,
): View {
  const isForeign = protos.some(({ path }) => path.startsWith(`${foreignRoot}/`));
  const modules = new Set(isForeign ? [...roots, foreignRoot] : roots);
  return {
    modules: [...modules].map((path) => ({
      path: pathCode(path),
      isTop: path === ".",
      isForeign: path === foreignRoot,
    })),
    options: options !== undefined && { path: pathCode(options) },
  };
}

function keptScripts(additions: PackageAdditions | undefined): string[] {
  if (!additions || additions.kept.length === 0) return [];
  const kept = additions.kept.join(" and ");
  return [`package.json keeps its ${kept}; \`npx buf generate && npx stratus clean\` writes the SDK.`];
}

function adviceFor(
  { protos, texts }: Repository,
  options: string | undefined,
  { proto, packageName, session }: InitNames,
): string[] {
  const advice: string[] = [];
  if (options !== undefined && protos.some(({ hasService }) => hasService))
    advice.push(
      `Say where each service is: import "${options.replace(/^.*?(?=[^/]+\/[^/]+$)/, "")}" and set \`option (${proto}.api_service_name) = "...";\` in it.`,
    );
  const template = texts.get(knownFiles.template);
  if (template !== undefined && !template.includes("protoc-gen-stratus")) {
    advice.push(
      "Add the plugin to buf.gen.yaml: { local: protoc-gen-stratus, out: sdk, strategy: all, " +
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
