/** Finds the order in which to deploy servers and clients of a new version. */
import type { Api } from "../api/api.js";
import { findReachableTypes } from "../api/reachable-types.js";
import type { Finding } from "../finding/finding.js";

/**
 * The order of deployment. `in-steps` means servers that accept both forms, then clients, then servers that drop the old
 * form. `none` means that different versions are incompatible.
 */
export type DeployOrder = "any" | "servers-first" | "clients-first" | "in-steps" | "none";

/** Returns the order in which the changes of an API can be deployed without failures. */
export function findDeployOrder(findings: readonly Finding[], after: Api): DeployOrder {
  const types = { sent: findReachableTypes("request", after), read: findReachableTypes("response", after) };
  const sides = new Set(findings.map((finding) => findFirstSide(finding, types)));
  if (sides.has("together")) return "none";
  if (sides.has("servers")) return sides.has("clients") ? "in-steps" : "servers-first";
  return sides.has("clients") ? "clients-first" : "any";
}

interface Types {
  readonly sent: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
}

/** Returns the side that must be deployed first for a change. */
function findFirstSide(
  { subject, difference, isDuplicate }: Finding,
  types: Types,
): "servers" | "clients" | "together" | undefined {
  if (isDuplicate === true) return undefined;
  const element = subject.place?.element ?? "";
  const owner = toOwner(element);
  switch (difference.kind) {
    case "added":
      if (/^(?:rpc|service) /.test(element)) return "servers";
      if (!/^(?:field|value) /.test(element)) return undefined;
      if (types.sent.has(owner)) return "servers";
      // Old clients read an unknown enum value as a number.
      return element.startsWith("value ") && types.read.has(owner) ? "clients" : undefined;
    case "removed":
      return /^(?:rpc|service|field|value) /.test(element) ? "clients" : undefined;
    case "renamed":
    case "proto-name":
      return /^(?:rpc|service) /.test(element) ? "together" : undefined;
    case "rule":
      return difference.isTighter ? "clients" : "servers";
    case "behavior-added":
      return "clients";
    case "behavior-removed":
    case "pattern-added":
    case "identified":
    case "versioned":
    case "routing":
    case "masked":
    case "endpoint":
    case "domain":
    case "setting":
      return "servers";
    case "unmasked":
    case "pattern-removed":
    case "unidentified":
    case "unversioned":
      return "clients";
    case "number":
    case "reused":
    case "taken":
    case "streaming":
      return "together";
    case "wire-type":
    case "request":
    case "response":
      if ("isWider" in difference) return difference.kind === "request" ? "servers" : undefined;
      return difference.wire === "same" || difference.wire === "common" ? undefined : "together";
    default:
      return undefined;
  }
}

/** Returns `acme.v1.Disk` for `field acme.v1.Disk.size`. */
function toOwner(element: string): string {
  return element.slice(element.indexOf(" ") + 1, Math.max(0, element.lastIndexOf(".")));
}
