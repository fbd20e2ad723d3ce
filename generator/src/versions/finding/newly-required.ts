import type { Finding } from "./finding.js";

/** Returns whether code that creates a message must now set the element, and did not have to before. */
export function isNewlyRequired({ about, what }: Finding): boolean {
  switch (what.kind) {
    case "added":
      return about.role === "member" && what.isRequired === true && what.use !== "read";
    case "required":
      return what.use !== "read";
    case "reused":
      return what.isRequired === true;
    case "rule":
      return what.before === "" && what.after === "required";
    case "behavior-added":
      return what.behavior === "REQUIRED";
    case "presence":
      return what.after === "required";
    default:
      return false;
  }
}
