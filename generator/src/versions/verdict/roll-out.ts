/** In which order servers and clients take a new version, by what is new or gone on which side. */
import type { Api } from "../api/api.js";
import { typesOf } from "../api/requests.js";
import type { Finding } from "../finding/finding.js";

/**
 * The order: `in-steps` is what is new at servers, then clients, then what goes at servers; `none` is that in no order
 * both understand each other.
 */
export type RollOut = "any" | "servers-first" | "clients-first" | "in-steps" | "none";

/** The order in which the changes of an API reach servers and clients without a failure. */
export function rollOutOf(findings: readonly Finding[], after: Api): RollOut {
  const types = { sent: typesOf("request", after), read: typesOf("response", after) };
  const sides = new Set(findings.map((finding) => sideOf(finding, types)));
  if (sides.has("together")) return "none";
  if (sides.has("servers")) return sides.has("clients") ? "in-steps" : "servers-first";
  return sides.has("clients") ? "clients-first" : "any";
}

interface Types {
  readonly sent: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
}

/** The side that has to know of a change before the other. */
function sideOf(
  { about, what, isEcho }: Finding,
  types: Types,
): "servers" | "clients" | "together" | undefined {
  if (isEcho === true) return undefined;
  const element = about.place?.element ?? "";
  const owner = ownerOf(element);
  switch (what.kind) {
    case "added":
      if (/^(?:rpc|service) /.test(element)) return "servers";
      if (!/^(?:field|value) /.test(element)) return undefined;
      if (types.sent.has(owner)) return "servers";
      // Those who do not know a value have its number alone.
      return element.startsWith("value ") && types.read.has(owner) ? "clients" : undefined;
    case "removed":
      return /^(?:rpc|service|field|value) /.test(element) ? "clients" : undefined;
    case "renamed":
      return /^(?:rpc|service) /.test(element) ? "together" : undefined;
    case "rule":
      return what.isTighter ? "clients" : "servers";
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
      return what.wire === "same" || what.wire === "common" ? undefined : "together";
    default:
      return undefined;
  }
}

/** `acme.v1.Disk` of `field acme.v1.Disk.size`. */
function ownerOf(element: string): string {
  return element.slice(element.indexOf(" ") + 1, Math.max(0, element.lastIndexOf(".")));
}
