import type { GuideTypes } from "../../kit/complete-guide.js";
import type { Examples } from "../model/examples.js";
import type { Api, Package } from "../model/api.js";
import type { Options } from "../options.js";
import { code, json, jsonMember, string } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { type PackageEntry, printEntryPoints } from "../../kit/package-exports.js";
import { formatCount } from "../../kit/text/format-count.js";
import { hasServices } from "./entries.js";

/** Inputs of a package other than its API. */
export interface PackageInputs {
  /** Exact version of the runtime that it asks for. */
  readonly runtimeVersion: string;
  /** Packages beside the runtime, and which versions of them. */
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  /** Members of package.json that a person adds. */
  readonly more: ReadonlyMap<string, unknown>;
  /** Examples of requests. */
  readonly examples: Examples;
  /** The types of what examples hold. */
  readonly types: GuideTypes;
}

/** Creates the files that make a folder of modules a package: package.json, README and the build. */
export function packagePages(api: Api, options: Options, surroundings: PackageInputs): Page[] {
  return [
    manifestPage(api, options, surroundings),
    compilerPage(options),
    bundlerPage,
    ...(options.hasClients ? [inBrowsersPage(options)] : []),
  ];
}

/** Members that are printed elsewhere, and those that describe the person's file itself. */
const printedElsewhere: ReadonlySet<string> = new Set(["description", "version", "//"]);

/**
 * The manifest of the generated package: an entry for each proto package. It is laid out as package managers lay it out
 * when they write it again, as Yarn does at each installation: what they wrote is still what was generated.
 */
function manifestPage(api: Api, options: Options, { runtimeVersion, packages, more }: PackageInputs): Page {
  const entries: readonly PackageEntry[] = [
    {
      path: ".",
      module: "index",
      ...(options.hasClients && { inBrowsers: inBrowsersModule(options) }),
    },
    ...(options.hasClients ? ["services", "web", "web-messages", "descriptors"] : ["descriptors"]).map(
      ownEntry,
    ),
    ...(options.hasGuide ? [{ path: "./guide", module: "guide/index" }] : []),
    ...api.packages.flatMap((one) => packageEntries(one, options)),
  ];
  const points = printEntryPoints(entries, ["./package.json"]);
  const view = {
    name: string(options.packageName ?? ""),
    version: string(options.packageVersion),
    description: json(
      more.get("description") ?? `${contents(api, options)}, generated from their proto files`,
    ),
    /** Members that a person adds. */
    more: [...more].flatMap(([name, value]) =>
      printedElsewhere.has(name) ? [] : [{ member: string(name), value: jsonMember(value) }],
    ),
    main: string(points.main),
    types: string(points.types),
    typesVersions: jsonMember(points.typesVersions),
    exports: jsonMember(points.exports),
    dependencies: jsonMember(
      Object.fromEntries(
        [...packages, { name: options.runtime, version: runtimeVersion }]
          .map(({ name, version }) => [name, version] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ),
    hasDocs: options.hasDocs,
    hasApiPage: options.hasApiPage,
  };
  return { path: "package.json", template: "sdk/package.json", view };
}

function ownEntry(module: string): PackageEntry {
  return { path: `./${module}`, module };
}

function packageEntries(one: Package, { hasServers }: Options): PackageEntry[] {
  const { directory, serverEntry } = one;
  return [
    { path: `./${directory}`, module: `${directory}/index` },
    ...(hasServers && hasServices(one)
      ? [{ path: `./${serverEntry}`, module: `${directory}/index.server` }]
      : []),
  ];
}

function contents({ packages }: Api, { hasClients }: Options): string {
  const files = packages.flatMap((one) => one.files);
  if (hasClients) {
    return `Clients of ${formatCount(files.flatMap((file) => file.services).length, "service")}`;
  }
  return `${files.flatMap((file) => file.messages).length} message types`;
}

/** Names the module that browsers load as the root. Bundlers report that it lacks a session, by the name of its file. */
function inBrowsersModule({ packageName = "" }: Options): string {
  return `in-browsers-import-${packageName.replace(/[^\w.]+/g, "-").replace(/^-/, "")}-web`;
}

function inBrowsersPage(options: Options): Page {
  return { path: `src/${inBrowsersModule(options)}.ts`, template: "sdk/src/[in-browsers].ts", view: {} };
}

/** How the declarations of the generated package are made. */
function compilerPage({ importExtension }: Options): Page {
  return {
    path: "tsconfig.json",
    template: "sdk/tsconfig.json",
    view: {
      /** Imports end in nothing, as bundlers want it. */
      isBundled: importExtension === "",
      /** Imports end in `.ts` and are rewritten. */
      isRewritten: importExtension === ".ts",
    },
  };
}

/** How its JavaScript is made. */
const bundlerPage: Page = {
  path: "bundle.js",
  template: "package/bundle.js",
  view: { generator: code`protoc-gen-stratus`, isJoined: false, hasLazyGroups: false },
};
