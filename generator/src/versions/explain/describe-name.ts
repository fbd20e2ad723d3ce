import type { Difference } from "../finding/finding.js";
import { quote } from "./quote.js";

/** Describes a name that the SDK changed, and the element that it stands for now. */
export function describeName({ before, after, isCall, owner }: Difference & { kind: "name" }): string {
  const renamed = `${quote(before)} was renamed to ${quote(after)}`;
  if (owner === undefined) return renamed;
  const [kind] = owner.split(" ");
  const other =
    kind === "rpc" && isCall
      ? `now calls another rpc, ${quote(owner.slice("rpc ".length))}`
      : `${kind === "service" ? "now belongs to" : "is now the name of"} the ${toKindAndName(owner)}`;
  return `${renamed}, and ${quote(before)} ${other}`;
}

/** Returns "message `acme.v1.Disk`" for `message acme.v1.Disk`. */
function toKindAndName(element: string): string {
  const [kind = "", name = ""] = element.split(" ");
  return name === "" ? quote(kind) : `${kind} ${quote(name)}`;
}
