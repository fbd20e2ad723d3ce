/** Describes the kind of an API and its meaning for clients, for the log of a run and for `stratus doctor`. */
import type { ApiKind } from "@stratus/convention";
import type { Service, Wiring } from "./api.js";

/** The kinds as people call them. */
export const kindNames: Readonly<Record<ApiKind, string>> = {
  cloud: "the convention",
  aip: "AIP",
  grpc: "plain gRPC",
};

/** The behavior of clients of each kind beyond gRPC. */
const meanings: Readonly<Record<ApiKind, string>> = {
  cloud: "clients send reset masks",
  aip: "clients send field masks, request IDs and routing headers as the protos state them",
  grpc: "clients send no masks, need no credentials, and are called at the session's `endpoint`",
};

const withKeys =
  "calls that change data have idempotency keys, with which they are retried; set `idempotency_header=none` if the servers do not remember keys";
const withoutKeys =
  "no service promises idempotency keys, so calls that change data are retried only if they certainly did not reach the server; state the promise with `idempotency_header` if the servers remember keys";

/**
 * Describes the kind of the API and its consequences.
 *
 * @param chosen The kind that the option `kind` sets; undefined if the protos state it.
 * @param services The services whose promise of idempotency keys is described.
 */
export function describeKind(
  { kind }: Pick<Wiring, "kind">,
  chosen: ApiKind | undefined,
  services: readonly Pick<Service, "hasKeys">[],
): string {
  const source = chosen === undefined ? "by its protos; set `kind` to choose another" : "by the option";
  const hasKeys = services.some((service) => service.hasKeys);
  const keys = hasKeys ? withKeys : kind === "aip" ? undefined : withoutKeys;
  return `kind=${kind} (${kindNames[kind]}, ${source}): ${[meanings[kind], keys].filter(Boolean).join("; ")}.`;
}
