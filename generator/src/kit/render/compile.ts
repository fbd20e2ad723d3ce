import Handlebars from "handlebars";
import type { View } from "./page.js";
import { parseTemplate } from "./parse-template.js";
import { blocks, printer, type Template, type Templates } from "./template.js";

const options: PrecompileOptions = {
  strict: true,
  noEscape: true,
  preventIndent: true,
  knownHelpersOnly: true,
  knownHelpers: {
    lookup: false,
    log: false,
    helperMissing: false,
    blockHelperMissing: false,
    ...Object.fromEntries([...blocks, printer].map((name) => [name, true])),
  },
};

/** Returns templates that are compiled on their first use. */
export function compileTemplates(texts: ReadonlyMap<string, string>): Templates {
  return new Map(
    [...texts].map(([name, text]): [string, Template] => [
      name,
      (handlebars) => handlebars.compile<View>(parseTemplate(name, text), options),
    ]),
  );
}

/** Compiles a template to a JavaScript expression, which Handlebars loads without its compiler. */
export function toScript(name: string, text: string): string {
  return String(Handlebars.precompile(parseTemplate(name, text), options));
}
