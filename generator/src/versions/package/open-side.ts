/**
 * Reads a side of a comparison from a folder, a tarball, a published version or a Git ref. The files are read into
 * memory; nothing is installed, built or run.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { CommandError, errorText } from "../../kit/problem.js";
import { isRead, readManifest, type SdkFiles } from "../../surface/sdk-files.js";
import { maxUnpackedBytes, readTar } from "./tar.js";

const execute = promisify(execFile);

/**
 * Reads the side that an argument of the command names.
 *
 * @param name A folder, a `.tgz`, `npm:NAME@VERSION`, or `REF:FOLDER` of Git. `REF` alone means the folder of the other side.
 * @param other The folder of the other side; undefined if the other side is not a folder.
 * @throws Error if the side does not exist or contains no TypeScript.
 */
export async function openSide(name: string, other: string | undefined): Promise<SdkFiles> {
  const side = await read(name, other);
  if (!hasTypeScript(side))
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${name} contains no TypeScript. Name the folder of a generated package`,
    );
  const { name: packageName, version } = readManifest(side) ?? {};
  if (packageName === undefined || name.startsWith("npm:")) return side;
  return { ...side, label: `${packageName} ${version ?? ""} (${side.label})` };
}

/** Returns whether a side contains TypeScript. */
export function hasTypeScript({ files }: SdkFiles): boolean {
  return [...files.keys()].some((path) => path.endsWith(".ts"));
}

/** Returns whether a side is a folder on disk. */
export async function isFolder(name: string): Promise<boolean> {
  return await stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function read(name: string, other: string | undefined): Promise<SdkFiles> {
  if (name.startsWith("npm:")) return readPublished(name.slice("npm:".length));
  if (await isFolder(name)) return readFolder(name);
  if (/\.(tgz|tar\.gz|tar)$/.test(name)) return await readTarball(name, await readBytes(name));
  return readRef(name, other);
}

async function readFolder(folder: string): Promise<SdkFiles> {
  const files = new Map<string, string>();
  const look = async (place: string): Promise<void> => {
    for (const entry of await readdir(join(folder, place), { withFileTypes: true })) {
      const path = place === "" ? entry.name : `${place}/${entry.name}`;
      if (entry.isDirectory() && !/^(node_modules|\..*)$/.test(entry.name)) await look(path);
      else if (entry.isFile() && isRead(path)) files.set(path, await readFile(join(folder, path), "utf8"));
    }
  };
  await look("");
  return { label: folder, files, folder: await resolveFolder(folder) };
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError("VERSION_UNREADABLE", `Cannot read ${path}: ${errorText(error)}`, {
      cause: error,
    });
  }
}

/** Reads an npm tarball, in which all files are in one folder. */
async function readTarball(label: string, bytes: Uint8Array): Promise<SdkFiles> {
  const files = await readTar(bytes, { label, isWanted: (path) => isRead(dropFirstFolder(path)) });
  return { label, files: new Map(files.map(({ path, text }) => [dropFirstFolder(path), text])) };
}

function dropFirstFolder(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** A package name with an optional version, which npm cannot mistake for an option. */
const published = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(@[a-z0-9._^~+-]+)?$/i;

/**
 * Reads a version at npm, such as `@acme/cloud@1.2.0`.
 *
 * @throws Error if it is not a package, or cannot be fetched.
 */
export async function readPublished(spec: string): Promise<SdkFiles> {
  if (!published.test(spec))
    throw new CommandError(
      "VERSION_UNREADABLE",
      `npm:${spec} is not a package. Example: npm:@acme/cloud@1.2.0`,
    );
  return readTarball(`npm:${spec}`, await packPublished(spec));
}

/** Downloads the tarball of a published version with `npm pack`. */
async function packPublished(spec: string): Promise<Uint8Array> {
  const place = await mkdtemp(join(tmpdir(), "stratus-diff-"));
  try {
    const args = ["pack", spec, "--pack-destination", place, "--ignore-scripts", "--loglevel=error"];
    await execute("npm", args, { shell: process.platform === "win32" });
    const [tarball] = await readdir(place);
    if (tarball === undefined) throw new CommandError("VERSION_UNREADABLE", "npm pack wrote no file");
    return await readFile(join(place, tarball));
  } catch (error) {
    throw new CommandError(
      "VERSION_UNREADABLE",
      `Cannot fetch npm:${spec} (${readNpmError(error)}). Check its name and version`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function readNpmError(error: unknown): string {
  const { stderr } = error as { stderr?: string };
  const line = stderr?.split("\n").find((one) => /npm (ERR!|error)/.test(one));
  return line?.replace(/^npm (ERR!|error)\s*/, "") ?? errorText(error);
}

/** Reads `v1.2.0:sdk`, or `v1.2.0` for the folder of the other side. */
async function readRef(name: string, other: string | undefined): Promise<SdkFiles> {
  const [, ref = name, declared] = /^([^:]+):(.+)$/.exec(name) ?? [];
  if (ref.startsWith("-") || (declared === undefined && other === undefined))
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${name} is neither a folder nor a tarball. Name one of them, npm:NAME@VERSION, or REF:FOLDER for a Git ref`,
    );
  const top = await runGit(["rev-parse", "--show-toplevel"], name);
  const root = top.toString("utf8").trim();
  const folder = relative(await resolveFolder(root), await resolveFolder(declared ?? other ?? ""))
    .split(sep)
    .join("/");
  const place = folder === "" ? [] : [folder];
  const archive = await runGit(["-C", root, "archive", "--format=tar", ref, "--", ...place], name);
  const inside = (path: string): string => (folder === "" ? path : path.slice(folder.length + 1));
  const files = await readTar(archive, { label: name, isWanted: (path) => isRead(inside(path)) });
  return {
    label: `${ref}:${folder || basename(root)}`,
    files: new Map(files.map(({ path, text }) => [inside(path), text])),
  };
}

/** Resolves links. A folder that no longer exists on disk is returned as it is. */
async function resolveFolder(path: string): Promise<string> {
  return await realpath(path).catch(() => resolve(path));
}

async function runGit(args: readonly string[], name: string): Promise<Buffer> {
  try {
    const { stdout } = await execute("git", [...args], { encoding: "buffer", maxBuffer: maxUnpackedBytes });
    return stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
      const maxSize = `${maxUnpackedBytes / (1 << 20)} MiB`;
      throw new CommandError(
        "VERSION_UNREADABLE",
        `${name} contains more than ${maxSize} in Git. Name the folder of the SDK: REF:FOLDER`,
        {
          cause: error,
        },
      );
    }
    const reason = String((error as { stderr?: Buffer }).stderr ?? "").trim() || errorText(error);
    throw new CommandError(
      "VERSION_UNREADABLE",
      `Cannot read ${name} from Git (${reason}). It is not a folder, a tarball or a ref`,
      {
        cause: error,
      },
    );
  }
}
