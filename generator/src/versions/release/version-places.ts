import { parse } from "yaml";

/** A file that says the version, as it is and as it is to be. */
export interface VersionPlace {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What is there: texts by path from the folder of buf.gen.yaml; undefined for what is not. */
export type TextAt = (path: string) => Promise<string | undefined>;

const template = "buf.gen.yaml";

/**
 * The files that say the version of a package: its package.json, and where the generator takes it from, which is
 * the option `package_version`, else the file of `package_json`. So a regeneration keeps the version.
 *
 * @param folder The folder of the package, as buf.gen.yaml names it.
 * @throws Error where a regeneration would take the version back.
 */
export async function versionPlaces(
  folder: string,
  version: string,
  textAt: TextAt,
): Promise<VersionPlace[]> {
  const manifest = `${folder}/package.json`;
  const own = await textAt(manifest);
  if (own === undefined) throw new Error(`${folder} has no package.json: name the folder of a package`);
  const source = await findSource(folder, version, textAt);
  return [...source, { path: manifest, before: own, after: withVersion(own, version, manifest) }];
}

async function findSource(folder: string, version: string, textAt: TextAt): Promise<VersionPlace[]> {
  const text = await textAt(template);
  const options = text === undefined ? undefined : optionsFor(folder, text);
  // A REST client: its package.json alone says the version, and a regeneration keeps it.
  if (text === undefined || options === undefined) return [];
  const said = options.get("package_version");
  if (said !== undefined) {
    const after = text.replace(`package_version=${said}`, `package_version=${version}`);
    return [{ path: template, before: text, after }];
  }
  const overlay = options.get("package_json");
  const overlayText = overlay === undefined ? undefined : await textAt(overlay);
  if (overlay === undefined || overlayText === undefined)
    throw new Error(
      `a regeneration would take the version back: add package_version=${version} to opt in ${template}`,
    );
  return [{ path: overlay, before: overlayText, after: withVersion(overlayText, version, overlay) }];
}

interface Plugin {
  readonly out?: unknown;
  readonly opt?: unknown;
}

/** Options of the plugin that writes the folder; undefined where none does. */
function optionsFor(folder: string, text: string): ReadonlyMap<string, string> | undefined {
  const { plugins } = (parse(text) ?? {}) as { plugins?: unknown };
  const found = (Array.isArray(plugins) ? (plugins as Plugin[]) : []).find(
    ({ out }) => typeof out === "string" && plain(out) === plain(folder),
  );
  if (!found) return undefined;
  const list = Array.isArray(found.opt) ? found.opt : [found.opt ?? ""];
  const pairs = list.flatMap((one) => String(one).split(","));
  return new Map(
    pairs.map((pair) => [pair.split("=")[0]?.trim() ?? "", pair.slice(pair.indexOf("=") + 1).trim()]),
  );
}

function plain(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/$/, "");
}

/** The text of a package.json with another version; nothing else in it changes. */
function withVersion(text: string, version: string, path: string): string {
  const value: unknown = parsed(text, path);
  const said =
    typeof value === "object" && value !== null ? (value as { version?: unknown }).version : undefined;
  if (typeof said === "string")
    return text.replace(
      /("version"\s*:\s*)"(?:[^"\\]|\\.)*"/,
      (_, start: string) => `${start}${JSON.stringify(version)}`,
    );
  const [, indent = "\n  "] = /^\s*\{(\s*)/.exec(text) ?? [];
  return text.replace(/^\s*\{/, `{${indent}"version": ${JSON.stringify(version)},`);
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON: correct it first`);
  }
}
