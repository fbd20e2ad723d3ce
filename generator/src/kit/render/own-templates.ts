import { compileTemplates } from "./compile.js";
import type { Templates } from "./template.js";
import { ownTexts } from "./template-texts.js";

/**
 * Returns the package's own templates. The bundle replaces this file by one with compiled templates, and has no
 * compiler.
 */
export function ownTemplates(): Templates {
  return compileTemplates(ownTexts());
}
