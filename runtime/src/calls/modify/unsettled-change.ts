import { CallError, explained } from "../error/call-error.js";
import type { Method } from "../rpc/service.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { Route } from "../client/call-start.js";
import { versionOf } from "../client/resource-version.js";

/** Codes of failures after which nobody knows whether the server carried out the call. */
const open: readonly string[] = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL"];

/** The failure of an Update; if that may have been carried out, the error says so. */
export function mayBeApplied(error: unknown, versionRead: bigint | undefined): unknown {
  if (!(error instanceof CallError) || !error.mayHaveReachedServer) return error;
  if (!error.earlierMayHaveReachedServer && !open.includes(error.code)) return error;
  const words = `the change may have been applied${madeFor(versionRead)}`;
  return explained(error, words, {
    clientReason: "OUTCOME_UNKNOWN",
    unknownOutcome: { versionRead, resource: undefined },
  });
}

/** The facts about a change whose answer was lost. */
interface Undecided {
  /** Table of the resource. */
  readonly table: MessageTable;
  readonly versionRead: bigint | undefined;
  /** The resource as it is now. */
  readonly resource: unknown;
  /** The conflict after the lost answer, or why the resource could not be read again. */
  readonly cause: CallError | undefined;
}

/** The error of a change that may have been applied: its answer was lost, and nothing proves whose change was the last. */
export function undecided(
  { core, endpoint }: Route,
  { path }: Method,
  { table, versionRead, resource, cause }: Undecided,
): CallError {
  const now = versionOf(table, resource);
  const state = now === undefined ? "" : ` The resource has version ${now} now.`;
  return new CallError({
    name: core.errorName,
    code: "UNKNOWN",
    clientReason: "OUTCOME_UNKNOWN",
    text:
      `the answer was lost, so the change may have been applied${madeFor(versionRead)}.${state} ` +
      "Compare error.unknownOutcome.resource with what was wanted before you make the change again",
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

function madeFor(version: bigint | undefined): string {
  return version === undefined ? "" : `; it was made for version ${version}`;
}
