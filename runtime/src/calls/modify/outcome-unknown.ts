import { CallError, explained } from "../error/call-error.js";
import type { Method } from "../rpc/service.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { Route } from "../client/call-start.js";
import { readResourceVersion } from "../client/resource-version.js";

/** Status codes after which a call may or may not have been executed. */
const ambiguousCodes: readonly string[] = [
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
  "UNKNOWN",
  "INTERNAL",
];

/** Adds to the failure of an Update that it may have been applied, if so. */
export function withOutcomeUnknown(error: unknown, versionRead: bigint | undefined): unknown {
  if (!(error instanceof CallError) || !error.mayHaveReachedServer) return error;
  if (!error.earlierMayHaveReachedServer && !ambiguousCodes.includes(error.code)) return error;
  const explanation = `the change may have been applied${formatVersion(versionRead)}`;
  return explained(error, explanation, {
    clientReason: "OUTCOME_UNKNOWN",
    unknownOutcome: { versionRead, resource: undefined },
  });
}

/** The facts about an Update with an unknown outcome. */
interface UnknownOutcome {
  /** Table of the resource. */
  readonly table: MessageTable;
  readonly versionRead: bigint | undefined;
  /** The resource as it is now. */
  readonly resource: unknown;
  /** The conflict after the lost response, or the failure to read the resource again. */
  readonly cause: CallError | undefined;
}

/** The error for a change that may have been applied: its response was lost, and nothing proves whose change was last. */
export function outcomeUnknownError(
  { core, endpoint }: Route,
  { path }: Method,
  { table, versionRead, resource, cause }: UnknownOutcome,
): CallError {
  const now = readResourceVersion(table, resource);
  const state = now === undefined ? "" : ` The resource now has version ${now}.`;
  return new CallError({
    name: core.errorName,
    code: "UNKNOWN",
    clientReason: "OUTCOME_UNKNOWN",
    text:
      `the response was lost, so the change may have been applied${formatVersion(versionRead)}.${state} ` +
      "Compare error.unknownOutcome.resource with the change that you wanted before you make it again",
    method: path.slice(1),
    endpoint: endpoint.authority,
    attempts: cause?.attempts,
    mayHaveReachedServer: true,
    requestId: cause?.requestId,
    traceId: cause?.traceId,
    unknownOutcome: { versionRead, resource },
    cause,
  });
}

function formatVersion(version: bigint | undefined): string {
  return version === undefined ? "" : `; it was made for version ${version}`;
}
