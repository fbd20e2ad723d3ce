import { type FileHandle, open, readFile, rename } from "node:fs/promises";
import type { Cloud } from "../cloud.js";
import { reasonOf } from "../reason.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import { fromJsonText, toJsonLine } from "./json-form.js";
import { ItemForm, moveAway } from "./saved-item.js";
import { itemKinds, type SavedItems } from "./saved-state.js";

/** Version of the form of a state; raised when it changes. Form 1 had no journals. */
const formVersion = 2;
/** Items of a snapshot that are written at once; calls are answered in between. */
const itemsPerWrite = 500;

/** A whole state, as it was at some time. */
export interface Snapshot extends SavedItems {
  /** Journals of this number and above hold what changed since. */
  readonly generation: number;
}

/** The items of a state that is to be written: each is made plain when its turn comes. */
export type SnapshotItems = Readonly<Record<(typeof itemKinds)[number], readonly (() => unknown)[]>>;

/**
 * The state of a cloud at this moment. It stays what it is while the cloud goes
 * on, since what the cloud holds is never changed in place.
 */
export function captureState(cloud: Cloud, keys: IdempotencyKeys): SnapshotItems {
  const form = new ItemForm(cloud.api.registry);
  return {
    resources: Array.from(cloud.resources.values(), (one) => () => form.saveResource(one)),
    operations: Array.from(cloud.operations.values(), (one) => () => form.saveOperation(one)),
    tokens: Array.from(cloud.tokens.entries(), (one) => () => one),
    calls: keys.remembered().map((one) => () => form.saveCall(one)),
  };
}

/**
 * Reads a snapshot.
 *
 * @returns undefined when there is no file
 * @throws an Error that names the file when it cannot be read, is no JSON, or is
 *   of another form
 */
export async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`state file ${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  let content: unknown;
  try {
    content = fromJsonText(text);
  } catch (error) {
    throw new Error(`state file ${path} is damaged; ${moveAway}: ${reasonOf(error)}`, { cause: error });
  }
  if (isSnapshot(content)) return { ...content, generation: content.generation ?? 0 };
  throw new Error(
    `state file ${path} is not of the form that this version of the emulator writes; ${moveAway}`,
  );
}

/**
 * Writes a snapshot in one step: a reader, or a restart after a crash, sees the
 * old one or the new one.
 *
 * @returns its size in bytes
 */
export async function writeSnapshot(path: string, generation: number, items: SnapshotItems): Promise<number> {
  const draft = `${path}.new`;
  // Only the owner reads it: resources may hold what their fields mark as secret.
  const file = await open(draft, "w", 0o600);
  let bytes = 0;
  try {
    for (const text of printSnapshot(generation, items)) bytes += await writeText(file, text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return bytes;
}

function* printSnapshot(generation: number, items: SnapshotItems): Generator<string> {
  yield `{"formVersion":${formVersion},"generation":${generation}`;
  for (const kind of itemKinds) {
    yield `,\n"${kind}":[`;
    const all = items[kind];
    for (let start = 0; start < all.length; start += itemsPerWrite) {
      const lines = all.slice(start, start + itemsPerWrite).map((item) => toJsonLine(item()));
      yield `${start === 0 ? "" : ","}\n${lines.join(",\n")}`;
    }
    yield "]";
  }
  yield "}\n";
}

async function writeText(file: FileHandle, text: string): Promise<number> {
  await file.writeFile(text);
  return Buffer.byteLength(text);
}

function isSnapshot(content: unknown): content is SavedItems & { readonly generation?: number } {
  if (typeof content !== "object" || content === null) return false;
  const state = content as Readonly<Record<string, unknown>>;
  const isForm1 = state["formVersion"] === 1 && state["generation"] === undefined;
  const isForm2 = state["formVersion"] === formVersion && Number.isSafeInteger(state["generation"]);
  return (isForm1 || isForm2) && itemKinds.every((kind) => Array.isArray(state[kind]));
}
