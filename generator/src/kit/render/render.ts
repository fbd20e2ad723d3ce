/**
 * Fills templates. They may use names, conditions, loops and partials, and no name that the view lacks. Only this
 * folder imports Handlebars. `page.ts` defines what a view may contain. The bundle of the plugin contains compiled
 * templates, and Handlebars without its compiler.
 */
import Handlebars from "handlebars";
import { lazy } from "../lazy.js";
import { errorText } from "../problem.js";
import { loadTemplates } from "./load-templates.js";
import type { View } from "./page.js";
import { blocks, printer, TemplateError, type Templates } from "./template.js";

/** Turns views into text. */
export interface Renderer {
  /**
   * Fills a template, given by its path below `templates/` without `.hbs`. Nothing is escaped, since a view contains
   * only source text.
   * @throws Error with template and name if the view lacks a name that the template uses, or if a printed value is
   * not text.
   */
  render(template: string, view: View): string;
}

type Compiled = HandlebarsTemplateDelegate<View>;

/**
 * Returns the renderer of this package's templates. The templates are constant, so all runs of a process share one
 * renderer: compiling them takes longer than a run.
 */
export const packageRenderer = lazy(() => createRenderer(loadTemplates()));

/** Returns a renderer of these templates. Each template is compiled when it is first used. */
export function createRenderer(templates: Templates): Renderer {
  const handlebars = strictHandlebars();
  const compiled = new Map<string, Compiled>();
  const compile = (name: string): Compiled => {
    const template = templates.get(name);
    if (!template) throw new Error(`there is no template ${name}`);
    return template(handlebars);
  };
  const lookUp = (name: string): Compiled => {
    const known = compiled.get(name) ?? compile(name);
    compiled.set(name, known);
    return known;
  };
  definePartials(handlebars, templates, lookUp);
  return {
    render(template, view) {
      try {
        return lookUp(template)(view);
      } catch (error) {
        throw addTemplateName(template, error);
      }
    },
  };
}

/** Adds the name of the template to an error, unless the error of a partial has one. */
function addTemplateName(template: string, error: unknown): TemplateError {
  if (error instanceof TemplateError) return error;
  return new TemplateError(template, errorText(error), { cause: error });
}

/**
 * Makes each template a partial, which is compiled on its first use. The partials are defined on the instance, because
 * Handlebars copies partials that are passed with a view: it would compile all of them, and copy them for each file.
 */
function definePartials(
  handlebars: typeof Handlebars,
  templates: Templates,
  lookUp: (name: string) => Compiled,
): void {
  for (const name of templates.keys()) {
    Object.defineProperty(handlebars.partials, name, { enumerable: true, get: () => lookUp(name) });
  }
}

/** Creates a separate instance whose blocks throw for missing names. */
function strictHandlebars(): typeof Handlebars {
  const handlebars = Handlebars.create();
  handlebars.registerHelper(printer, (value: unknown, name: string) => {
    if (typeof value === "string") return value;
    throw new Error(value === undefined ? describeMissingName(name) : `"${name}" is not a string`);
  });
  for (const block of blocks) {
    const original = block === "unless" ? undefined : handlebars.helpers[block];
    handlebars.registerHelper(
      block,
      function (this: unknown, value: unknown, name: string, options: Handlebars.HelperOptions) {
        if (value === undefined) throw new Error(describeMissingName(name));
        if (block === "each" && !Array.isArray(value)) throw new Error(`"${name}" is not a list`);
        // The `unless` of Handlebars calls `if` by its name, which this block replaced.
        if (!original) return Handlebars.Utils.isEmpty(value) ? options.fn(this) : options.inverse(this);
        return original.call(this, value, options);
      },
    );
  }
  return handlebars;
}

function describeMissingName(name: string): string {
  return `the view has no "${name}"`;
}
