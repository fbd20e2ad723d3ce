import { open, readFile, rename } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

/** A message in a state file: its type, and its bytes in base64. */
export interface SavedMessage {
  readonly typeName: string;
  readonly base64: string;
}

/**
 * Reads a state file.
 *
 * @returns its content; undefined when there is no file yet
 * @throws an Error that names the file when it cannot be read or is no JSON
 */
export async function readStateFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`state file ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text, revive);
  } catch (error) {
    throw new Error(`state file ${path} is damaged; move it away to start afresh: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Writes a state file in one step: a reader, or a restart after a crash, sees the old content or the new. */
export async function writeStateFile(path: string, content: unknown): Promise<void> {
  const draft = `${path}.new`;
  // Only the owner reads it: resources may hold what their fields mark as secret.
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, replace, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/**
 * Saves state to a file. Saves that are asked for while one is being written
 * share the next, so that the file is never more than one save behind.
 */
export class StateWriter {
  readonly #path: string;
  readonly #snapshot: () => unknown;
  #writing: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(path: string, snapshot: () => unknown) {
    this.#path = path;
    this.#snapshot = snapshot;
  }

  /** Resolves when the state as it is now is in the file. */
  save(): Promise<void> {
    this.#waiting ??= this.#writing.then(
      () => this.#write(),
      () => this.#write(),
    );
    return this.#waiting;
  }

  #write(): Promise<void> {
    this.#writing = this.#writeSoon();
    return this.#writing;
  }

  async #writeSoon(): Promise<void> {
    // A call's effect and the memory of its key are some microtasks apart; a snapshot has both or neither.
    await setImmediate();
    this.#waiting = undefined;
    await writeStateFile(this.#path, this.#snapshot());
  }
}

/** JSON knows neither bigint nor bytes. */
function replace(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: value.toString() };
  return value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString("base64") } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$bigint" in value && typeof value.$bigint === "string") return BigInt(value.$bigint);
  if ("$bytes" in value && typeof value.$bytes === "string")
    return new Uint8Array(Buffer.from(value.$bytes, "base64"));
  return value;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
