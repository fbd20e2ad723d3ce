/** Describes the kind of an API and its meaning for clients, for the log of a run and for `stratus doctor`. */
import type { ApiKind } from "@stratus/convention";
import type { Wiring } from "./api.js";

/** The kinds as people call them. */
export const kindNames: Readonly<Record<ApiKind, string>> = {
  cloud: "the convention",
  aip: "AIP",
  grpc: "plain gRPC",
};

/** The behavior of clients of each kind beyond gRPC. */
const meanings: Readonly<Record<ApiKind, string>> = {
  cloud:
    "clients send reset masks and, for services with a name in the API's domain, idempotency keys, with which calls that change data are retried; `idempotency_header=none` if the servers do not remember keys",
  aip: "clients send field masks, request IDs and routing headers as the protos state them",
  grpc: "clients send neither masks nor idempotency keys, need no credentials, and are called at the session's `endpoint`",
};

/**
 * Describes the kind of the API and its consequences.
 *
 * @param chosen The kind that the option `kind` sets; undefined if the protos state it.
 */
export function describeKind({ kind }: Pick<Wiring, "kind">, chosen: ApiKind | undefined): string {
  const source = chosen === undefined ? "by its protos; set `kind` to choose another" : "by the option";
  return `kind=${kind} (${kindNames[kind]}, ${source}): ${meanings[kind]}.`;
}
