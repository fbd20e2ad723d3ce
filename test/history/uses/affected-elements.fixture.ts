import { snakeCase } from "../../../generator/src/kit/text/casing.js";
import type { Change } from "../../../generator/src/versions/change.js";

/** Returns whether a change is about one of the elements that a line uses, or about an element that contains one. */
export function affectsElements(elements: readonly string[], change: Change): boolean {
  if (change.role === "entry") return elements.includes(`entry ${change.entry ?? ""}`);
  const own = listElements(change);
  return elements.some((one) => own.includes(one) || isWithin(one, change.place?.element ?? ""));
}

/** Lists the elements of a change: its own, and those that its users write. */
export function listElements({ place, entry, role, subject, isNewlyRequired }: Change): readonly string[] {
  if (role === "entry") return [`entry ${entry ?? ""}`];
  const own = place?.element ?? "";
  if (own === "") return [];
  const owner = own.slice(own.indexOf(" ") + 1, own.lastIndexOf("."));
  if (isNewlyRequired) return [own, `message ${owner}`];
  if (role !== "case") return [own];
  // A new case affects code that reads its oneof.
  const [oneof = ""] = subject.split(".").slice(-2);
  return [own, `oneof ${owner}.${snakeCase(oneof)}`];
}

/** Returns whether an element is inside a message, service or enum. */
function isWithin(element: string, owner: string): boolean {
  return /^(?:message|service|enum) /.test(owner) && `${toName(element)}.`.startsWith(`${toName(owner)}.`);
}

function toName(element: string): string {
  return element.slice(element.indexOf(" ") + 1);
}
