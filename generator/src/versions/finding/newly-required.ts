import type { Finding } from "./finding.js";

/** Returns whether code that creates a message must now set the element, and did not have to before. */
export function isNewlyRequired({ subject, difference }: Finding): boolean {
  switch (difference.kind) {
    case "added":
      return subject.role === "member" && difference.isRequired === true && difference.use !== "read";
    case "required":
      return difference.use !== "read";
    case "reused":
      return difference.isRequired === true;
    case "rule":
      return difference.before === "" && difference.after === "required";
    case "behavior-added":
      return difference.behavior === "REQUIRED";
    case "presence":
      return difference.after === "required";
    default:
      return false;
  }
}
