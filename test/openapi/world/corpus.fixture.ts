import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
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

/** The text of a document, which is the one that was listed. */
export async function readDocument({ repository, commit, path, sha256 }: CorpusDocument): Promise<string> {
  const file = join(cache, sha256);
  if (!existsSync(file)) {
    const address = `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
    await mkdir(cache, { recursive: true });
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
  }
  const bytes = await readFile(file);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) throw new Error(`${path} of ${repository} is not what was listed; remove ${file}`);
  return bytes.toString();
}
