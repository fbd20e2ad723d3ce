import { CommandError } from "../../kit/problem.js";
import { parse } from "yaml";

/** A file that contains the version, before and after the release. */
export interface VersionFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Reads a file by its path relative to the folder of buf.gen.yaml. Returns undefined if it does not exist. */
export type ReadText = (path: string) => Promise<string | undefined>;

const template = "buf.gen.yaml";

/**
 * Finds the files that contain the version of a package: its package.json, and the source from which the generator takes
 * the version, so that a regeneration keeps it. The source is the option `package_version`, or the file of the option
 * `package_json`.
 *
 * @param folder The folder of the package, as in buf.gen.yaml.
 * @throws Error if a regeneration would reset the version.
 */
export async function findVersionFiles(
  folder: string,
  version: string,
  textAt: ReadText,
): Promise<VersionFile[]> {
  const manifest = `${folder}/package.json`;
  const own = await textAt(manifest);
  if (own === undefined)
    throw new CommandError(
      "FILE_UNREADABLE",
      `${folder} contains no package.json. Name the folder of a package`,
    );
  const source = await findVersionSource(folder, version, textAt);
  return [...source, { path: manifest, before: own, after: replaceVersion(own, version, manifest) }];
}

async function findVersionSource(folder: string, version: string, textAt: ReadText): Promise<VersionFile[]> {
  const text = await textAt(template);
  const options = text === undefined ? undefined : findPluginOptions(folder, text);
  // In a REST client, only package.json contains the version, and a regeneration keeps it.
  if (text === undefined || options === undefined) return [];
  const declared = options.get("package_version");
  if (declared !== undefined) {
    const after = text.replace(`package_version=${declared}`, `package_version=${version}`);
    return [{ path: template, before: text, after }];
  }
  const overlay = options.get("package_json");
  const overlayText = overlay === undefined ? undefined : await textAt(overlay);
  if (overlay === undefined || overlayText === undefined)
    throw new CommandError(
      "OPTION_MISSING",
      `The next regeneration would reset the version. Add package_version=${version} to opt in ${template}`,
    );
  return [{ path: overlay, before: overlayText, after: replaceVersion(overlayText, version, overlay) }];
}

interface Plugin {
  readonly out?: unknown;
  readonly opt?: unknown;
}

/**
 * Finds the options of the plugin that writes to a folder; undefined if no plugin does.
 *
 * @param text The text of buf.gen.yaml.
 */
export function findPluginOptions(folder: string, text: string): ReadonlyMap<string, string> | undefined {
  const { plugins } = (parse(text) ?? {}) as { plugins?: unknown };
  const found = (Array.isArray(plugins) ? (plugins as Plugin[]) : []).find(
    ({ out }) => typeof out === "string" && normalizePath(out) === normalizePath(folder),
  );
  if (!found) return undefined;
  const list = Array.isArray(found.opt) ? found.opt : [found.opt ?? ""];
  const pairs = list.flatMap((one) => String(one).split(","));
  return new Map(
    pairs.map((pair) => [pair.split("=")[0]?.trim() ?? "", pair.slice(pair.indexOf("=") + 1).trim()]),
  );
}

function normalizePath(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/$/, "");
}

/** Replaces the version in the text of a package.json, and changes nothing else. */
function replaceVersion(text: string, version: string, path: string): string {
  const value: unknown = parseJson(text, path);
  const declared =
    typeof value === "object" && value !== null ? (value as { version?: unknown }).version : undefined;
  if (typeof declared === "string")
    return text.replace(
      /("version"\s*:\s*)"(?:[^"\\]|\\.)*"/,
      (_, start: string) => `${start}${JSON.stringify(version)}`,
    );
  const [, indent = "\n  "] = /^\s*\{(\s*)/.exec(text) ?? [];
  return text.replace(/^\s*\{/, `{${indent}"version": ${JSON.stringify(version)},`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError("FILE_INVALID", `${path} is not valid JSON. Correct it first`);
  }
}
