import { compileTemplates } from "./compile.js";
import type { Templates } from "./template.js";
import { ownTexts } from "./template-texts.js";

/** The package's own templates. The bundle has them as JavaScript in place of this file, and no compiler. */
export function ownTemplates(): Templates {
  return compileTemplates(ownTexts());
}
