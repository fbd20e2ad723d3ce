/** The templates of the package as JavaScript, for a bundle that has neither their texts nor their compiler. */
import { toScript } from "../dist/kit/render/compile.js";
import { readTemplateTexts } from "../dist/kit/render/template-texts.js";

/** Returns a plugin of the bundler that replaces the module which reads and compiles templates by compiled ones. */
export function compiledTemplates(module) {
  return {
    name: "compiled-templates",
    load: (id) => (id === module ? { code: script(), moduleType: "js" } : undefined),
  };
}

function script() {
  const entries = [...readTemplateTexts()].map(
    ([name, text]) =>
      `[${JSON.stringify(name)}, (handlebars) => handlebars.template(${toScript(name, text)})],\n`,
  );
  return `export function loadTemplates() {\nreturn new Map([\n${entries.join("")}]);\n}\n`;
}
