import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { promisify } from "node:util";
import corpus from "./corpus.json" with { type: "json" };

/** A description that its owner publishes. */
export interface CorpusDocument {
  /** `Adyen/adyen-openapi` */
  readonly repository: string;
  readonly path: string;
  readonly commit: string;
  /** Of its bytes. */
  readonly sha256: string;
}

/** All of them, by repository. */
export const corpusDocuments: readonly CorpusDocument[] = Object.entries(corpus).flatMap(
  ([repository, { commit, files }]) =>
    Object.entries(files as Readonly<Record<string, string>>).map(([path, sha256]) => ({
      repository,
      commit,
      path,
      sha256,
    })),
);

/** Documents are fetched once, into `$STRATUS_WORLD_CACHE`, or `stratus/world` of the user's cache folder. */
const cache =
  env["STRATUS_WORLD_CACHE"] ?? join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "stratus", "world");

/** A folder with clones, `OWNER/NAME`, that are asked before the network is. */
const clones = env["STRATUS_WORLD_CLONES"];

/** Documents that are neither in the cache nor in a clone, and that the network does not give. */
const absent = new Map<string, string>();

/** What a run has not seen, in words; nothing if it has seen everything. */
export function saidOfAbsent(): string {
  if (absent.size === 0) return "";
  const reasons = [...new Set(absent.values())].slice(0, 3).join("; ");
  return `${absent.size} documents are NOT here (${reasons}): connect to the network, or name a folder with clones of
their repositories, OWNER/NAME, by STRATUS_WORLD_CLONES`;
}

/** The text of a document, which is the one that was listed; `undefined` if it cannot be had. */
export async function readDocument(document: CorpusDocument): Promise<string | undefined> {
  const { repository, path, sha256 } = document;
  const file = join(cache, sha256);
  if (!existsSync(file)) {
    const bytes = (await fromClone(document)) ?? (await fromNetwork(document));
    if (!bytes) return undefined;
    await mkdir(cache, { recursive: true });
    await writeFile(file, bytes);
  }
  const bytes = await readFile(file);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) throw new Error(`${path} of ${repository} is not what was listed; remove ${file}`);
  return bytes.toString();
}

async function fromClone({ repository, commit, path }: CorpusDocument): Promise<Uint8Array | undefined> {
  if (clones === undefined) return undefined;
  const show = ["-C", join(clones, repository), "show", `${commit}:${path}`];
  const shown = promisify(execFile)("git", show, { encoding: "buffer", maxBuffer: 1 << 28 });
  return shown.then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

async function fromNetwork({ repository, commit, path }: CorpusDocument): Promise<Uint8Array | undefined> {
  const address = `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
  const response = unreachable === undefined ? await ask(address) : undefined;
  if (response?.ok) return Buffer.from(await response.arrayBuffer());
  absent.set(address, response ? `HTTP ${response.status}` : (unreachable ?? ""));
  return undefined;
}

/** Why there is no network, once that was seen: each document would wait for it anew. */
let unreachable: string | undefined;

async function ask(address: string): Promise<Response | undefined> {
  try {
    return await fetch(address, { signal: AbortSignal.timeout(30_000) });
  } catch (error) {
    unreachable = String((error as Error).cause ?? error);
    return undefined;
  }
}
