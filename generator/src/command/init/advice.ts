/** Steps that only people can take after `stratus init`, as sentences. */
import type { InitNames } from "./names.js";
import type { PackageAdditions } from "./package-json.js";
import type { PackageManager } from "./package-manager.js";
import { installedPackagesFolder, type Modules } from "./protos.js";
import { knownFiles, type ParentRepository, type Repository } from "./repository.js";

/** Advises on scripts of package.json that stay as they are. */
export function adviseOnScripts(additions: PackageAdditions | undefined, { exec }: PackageManager): string[] {
  if (!additions || additions.unchanged.length === 0) return [];
  const kept = additions.unchanged.join(" and ");
  return [
    `package.json keeps its ${kept}, which CI runs. It must run \`${exec} buf generate && ${exec} stratus clean\`.`,
  ];
}

/** Advises on a folder that is not the root of its repository. */
export function adviseOnPlace(around: ParentRepository | undefined): string[] {
  if (!around) return [];
  const { top, place } = around;
  return [
    `The root of the repository is ${top}. If it contains one API, run \`stratus init\` there. Otherwise move ${knownFiles.workflow} there, run its steps in ${place}, and add ${place}/sdk to the workspaces, if it has any.`,
  ];
}

/** Advises on modules, imports and installed packages. */
export function adviseOnModules({ copies, beside, unknown, above, exclusion }: Modules): string[] {
  return [
    ...(exclusion === undefined
      ? []
      : [
          `Exclude installed packages from the module at the root, because some contain protos: \`${exclusion}\` in buf.yaml.`,
        ]),
    ...(copies.length === 0
      ? []
      : [`Excluded in buf.yaml, because other files have the same names: ${formatList(copies)}`]),
    ...(beside.length === 0
      ? []
      : [`Excluded with them, because buf excludes whole folders: ${formatList(beside)}`]),
    ...(above.length === 0
      ? []
      : [
          `The paths of these imports begin above this repository, where buf does not search: ${formatList(above)}. ` +
            "Run `stratus init` in the folder where they begin, or shorten the imports.",
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `These imports are in no file of this repository and in no known module of the Buf Schema Registry: ${formatList(unknown)}. ` +
            "Add the files to a module of buf.yaml, or add the module that contains them to deps.",
        ]),
  ];
}

/** Returns the first five paths and the number of others, because repositories may have dozens. */
function formatList(paths: readonly string[]): string {
  const rest = paths.length - 5;
  return rest > 1 ? `${paths.slice(0, 5).join(", ")} and ${rest} others` : paths.join(", ");
}

/** Advises on a buf.gen.yaml that lacks the plugin, or that empties the output folders. */
export function adviseOnPlugin(
  { texts }: Repository,
  isPrefixed: boolean,
  { proto, packageName, session }: InitNames,
): string[] {
  const template = texts.get(knownFiles.template);
  const cleaning = adviseOnCleaning(texts);
  if (template === undefined || template.includes("protoc-gen-stratus")) return cleaning;
  // Version 2 has `local`, and version 1 finds a plugin by the end of its name.
  const plugin = /^version: *["']?v2/m.test(template) ? "local: protoc-gen-stratus" : "plugin: stratus";
  const options = [
    `package_name=${packageName}`,
    "package_json=sdk.package.json",
    `session_name=${session}`,
    ...(isPrefixed ? [`strip_prefix=${proto}`] : []),
    "since=sdk.names.json",
    "guide=true",
    "api_page=true",
  ];
  return [
    ...cleaning,
    `Add the plugin to buf.gen.yaml: { ${plugin}, out: sdk, strategy: all, opt: [${options.join(", ")}] }`,
  ];
}

/** Advises on a buf.gen.yaml that empties the output folders, with the files of the SDK that are not generated. */
function adviseOnCleaning(texts: Repository["texts"]): string[] {
  return /^clean: *true\b/m.test(texts.get(knownFiles.template) ?? "")
    ? [
        `Remove \`clean: true\` from ${knownFiles.template}. With it, buf deletes every file in sdk that the plugin does not write, such as its changelog, license and lock file. \`stratus clean\` removes stale files and nothing else.`,
      ]
    : [];
}

/** Advises on a .gitignore without installed packages, which are thousands of files. */
export function adviseOnIgnored(texts: Repository["texts"]): string[] {
  const text = texts.get(knownFiles.topIgnored);
  return text === undefined || text.includes(installedPackagesFolder)
    ? []
    : [`Add ${installedPackagesFolder}/ to .gitignore, so that installed packages are not committed.`];
}
