import type { CallError } from "@stratus/runtime";
import { asTree, newTree, type Tree } from "../mask/tree.fixture.js";

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
