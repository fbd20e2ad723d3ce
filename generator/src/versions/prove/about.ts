import { snakeCase } from "../../kit/text/casing.js";
import type { Change } from "../change.js";

/** Whether a change says what a line that uses some elements meets: it is about one of them, or about what holds one. */
export function isAbout(elements: readonly string[], change: Change): boolean {
  if (change.role === "entry") return elements.includes(`entry ${change.entry ?? ""}`);
  const own = elementsOf(change);
  return elements.some((one) => own.includes(one) || isWithin(one, change.place?.element ?? ""));
}

/** The elements that a change is about: its own, and what users of it write. */
export function elementsOf({ place, entry, role, subject, isAskedFor }: Change): readonly string[] {
  if (role === "entry") return [`entry ${entry ?? ""}`];
  const own = place?.element ?? "";
  if (own === "") return [];
  const owner = own.slice(own.indexOf(" ") + 1, own.lastIndexOf("."));
  if (isAskedFor) return [own, `message ${owner}`];
  if (role !== "case") return [own];
  // A case that is new is met by those who read its oneof.
  const [oneof = ""] = subject.split(".").slice(-2);
  return [own, `oneof ${owner}.${snakeCase(oneof)}`];
}

/** A member of what is gone, or another, as a whole goes with it. */
function isWithin(element: string, owner: string): boolean {
  return /^(?:message|service|enum) /.test(owner) && `${nameOf(element)}.`.startsWith(`${nameOf(owner)}.`);
}

function nameOf(element: string): string {
  return element.slice(element.indexOf(" ") + 1);
}
