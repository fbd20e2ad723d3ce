import type { CallError } from "@stratus/runtime";
import { asTree, newTree, type Tree } from "../mask/tree.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import type { Handed } from "./callback-style.fixture.js";
import type { Origins } from "./draft.fixture.js";

/** A write whose result is not judged yet. */
export interface Pending {
  readonly before: Draft;
  readonly after: Draft;
  readonly origins: Origins;
  readonly given: WeakSet<object>;
  /** What the server had when it was read, and what it had when it was written. */
  readonly read: Tree;
  readonly base: Tree;
  /** How many Updates the server had seen by then. */
  readonly seen: number;
  readonly handed?: Handed;
}

/** A write that was refused. */
export interface Attempt {
  readonly base: Tree;
  /** What it was to carry. */
  readonly sent: Tree;
  /** The server knows of what is fixed where the client looks at nothing. */
  readonly mayServerRefuse: boolean;
}

/** The resource as it was, but for the version, which goes up with each change. */
export function atVersionOf(base: Tree, now: Tree): Tree {
  const version = asTree(now["metadata"])["resource_version"];
  if (version === undefined) return base;
  const metadata = Object.assign(newTree(), asTree(base["metadata"]), { resource_version: version });
  return Object.assign(newTree(), base, { metadata });
}

/** Who refused a call. */
export function refuser(error: CallError): "client" | "server" | "conflict" {
  if (error.attempts === 0) return "client";
  return error.code === "ABORTED" ? "conflict" : "server";
}

/** What a call was rejected with; undefined if it succeeded. */
export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}
