/**
 * The two sides of a comparison as they are named on a command line: a folder, a tarball, a published version, a
 * git ref. All are read into memory; nothing is installed, built or run.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { errorText } from "../../kit/problem.js";
import { isRead, readManifest, type SdkFiles } from "../../surface/sdk-files.js";
import { maxUnpackedBytes, readTar } from "./tar.js";

const execute = promisify(execFile);

/**
 * Opens what a side is called.
 *
 * @param name A folder, a `.tgz`, `npm:NAME@VERSION`, or `REF:FOLDER` of git, where a REF alone means the folder of the other side.
 * @param other The folder of the other side; undefined where it is none.
 * @throws Error where there is nothing of the name, or no TypeScript in it.
 */
export async function openSide(name: string, other: string | undefined): Promise<SdkFiles> {
  const side = await read(name, other);
  if (![...side.files.keys()].some((path) => path.endsWith(".ts")))
    throw new Error(`${name} has no TypeScript: name the folder of a generated package`);
  const { name: packageName, version } = readManifest(side) ?? {};
  if (packageName === undefined || name.startsWith("npm:")) return side;
  return { ...side, label: `${packageName} ${version ?? ""} (${side.label})` };
}

/** Whether a side is a folder of the work tree. */
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
  return { label: folder, files };
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`${path} cannot be read: ${errorText(error)}`, { cause: error });
  }
}

/** A tarball of npm, in which everything stands below one folder. */
async function readTarball(label: string, bytes: Uint8Array): Promise<SdkFiles> {
  const files = await readTar(bytes, { label, isWanted: (path) => isRead(belowFirst(path)) });
  return { label, files: new Map(files.map(({ path, text }) => [belowFirst(path), text])) };
}

function belowFirst(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** What npm takes for one version of a package, and no option of its command. */
const published = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(@[a-z0-9._^~+-]+)?$/i;

async function readPublished(spec: string): Promise<SdkFiles> {
  if (!published.test(spec)) throw new Error(`npm:${spec} names no package: write npm:@acme/cloud@1.2.0`);
  return readTarball(`npm:${spec}`, await packedBytes(spec));
}

/** What npm packs of a published version. */
async function packedBytes(spec: string): Promise<Uint8Array> {
  const place = await mkdtemp(join(tmpdir(), "stratus-diff-"));
  try {
    const args = ["pack", spec, "--pack-destination", place, "--ignore-scripts", "--loglevel=error"];
    await execute("npm", args, { shell: process.platform === "win32" });
    const [tarball] = await readdir(place);
    if (tarball === undefined) throw new Error("npm packed nothing");
    return await readFile(join(place, tarball));
  } catch (error) {
    throw new Error(`npm:${spec} cannot be fetched (${npmReason(error)}): check its name and version`, {
      cause: error,
    });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function npmReason(error: unknown): string {
  const { stderr } = error as { stderr?: string };
  const line = stderr?.split("\n").find((one) => /npm (ERR!|error)/.test(one));
  return line?.replace(/^npm (ERR!|error)\s*/, "") ?? errorText(error);
}

/** `v1.2.0:sdk`, or `v1.2.0` for the folder of the other side. */
async function readRef(name: string, other: string | undefined): Promise<SdkFiles> {
  const [, ref = name, said] = /^([^:]+):(.+)$/.exec(name) ?? [];
  if (ref.startsWith("-") || (said === undefined && other === undefined))
    throw new Error(
      `${name} is neither a folder nor a tarball: name one, npm:NAME@VERSION, or REF:FOLDER for a state of git`,
    );
  const top = await git(["rev-parse", "--show-toplevel"], name);
  const root = top.toString("utf8").trim();
  const folder = relative(await realFolder(root), await realFolder(said ?? other ?? ""))
    .split(sep)
    .join("/");
  const place = folder === "" ? [] : [folder];
  const archive = await git(["-C", root, "archive", "--format=tar", ref, "--", ...place], name);
  const inside = (path: string): string => (folder === "" ? path : path.slice(folder.length + 1));
  const files = await readTar(archive, { label: name, isWanted: (path) => isRead(inside(path)) });
  return {
    label: `${ref}:${folder || basename(root)}`,
    files: new Map(files.map(({ path, text }) => [inside(path), text])),
  };
}

/** Links resolved as far as the path exists: a folder may be gone from the work tree. */
async function realFolder(path: string): Promise<string> {
  return await realpath(path).catch(() => resolve(path));
}

async function git(args: readonly string[], name: string): Promise<Buffer> {
  try {
    const { stdout } = await execute("git", [...args], { encoding: "buffer", maxBuffer: maxUnpackedBytes });
    return stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
      const most = `${maxUnpackedBytes / (1 << 20)} MiB`;
      throw new Error(`${name} holds more than ${most} in git: name the folder of the SDK, REF:FOLDER`, {
        cause: error,
      });
    }
    const said = String((error as { stderr?: Buffer }).stderr ?? "").trim() || errorText(error);
    throw new Error(`${name} cannot be read from git (${said}): it is not a folder, a tarball or a ref`, {
      cause: error,
    });
  }
}
