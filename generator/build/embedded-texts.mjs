/** Turns the files that the generator reads at run time into JavaScript. A bundle has neither them nor the compiler of templates. */
import { toScript } from "../dist/kit/render/compile.js";
import { readTemplateTexts } from "../dist/kit/render/template-texts.js";
import { readRuntimeTexts } from "../dist/rest/runtime-texts.js";

/** Returns a plugin of the bundler that replaces the modules which read files. */
export function embeddedTexts(sources) {
  const scripts = new Map([
    [`${sources}kit/render/load-templates.ts`, templates],
    [`${sources}rest/runtime-texts.ts`, runtimeTexts],
  ]);
  return {
    name: "embedded-texts",
    load(id) {
      const script = scripts.get(id);
      return script && { code: script(), moduleType: "js" };
    },
  };
}

function templates() {
  const entries = [...readTemplateTexts()].map(
    ([name, text]) =>
      `[${JSON.stringify(name)}, (handlebars) => handlebars.template(${toScript(name, text)})],\n`,
  );
  return `export function loadTemplates() {\nreturn new Map([\n${entries.join("")}]);\n}\n`;
}

function runtimeTexts() {
  return `export function readRuntimeTexts() {\nreturn new Map(${JSON.stringify([...readRuntimeTexts()])});\n}\n`;
}
