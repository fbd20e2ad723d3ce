import type { GuideJson } from "@stratus/runtime/guide";
import { safeLine, UsageError } from "@stratus/dynamic-client";
import { exitCodes } from "../output/exit-codes.js";

/** Returns the error for a document with the version of a resource that somebody has changed since. */
export function olderVersion(
  path: string,
  inDocument: GuideJson | undefined,
  onServer: GuideJson | undefined,
  from: string,
): UsageError {
  return new UsageError(
    "CONFLICT",
    `the resource was changed since it was read: ${path} is ${safeLine(String(inDocument))} in ${from}, and ${safeLine(String(onServer ?? "not set"))} on the server; read it again and repeat the change, or remove ${path} to change the newer version`,
    exitCodes.conflict,
  );
}
