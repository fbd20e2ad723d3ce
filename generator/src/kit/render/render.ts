/**
 * Templates into text. They are held to a discipline: names, conditions, loops and partials, and no name that
 * the view lacks. This folder alone knows Handlebars; what a view may be made of is said in `page.ts`. The plugin's
 * bundle has its templates as JavaScript, and Handlebars without its compiler.
 */
import Handlebars from "handlebars";
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

let own: Renderer | undefined;

/** Returns the renderer of this package's templates. All runs of a process share it, because compiling takes longer than a run. */
export function ownRenderer(): Renderer {
  own ??= createRenderer(loadTemplates());
  return own;
}

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
        throw inTemplate(template, error);
      }
    },
  };
}

/** The error with the template that it happened in; a partial names itself first. */
function inTemplate(template: string, error: unknown): TemplateError {
  if (error instanceof TemplateError) return error;
  return new TemplateError(template, errorText(error), { cause: error });
}

/**
 * Every template can be a partial of another; it is compiled when one asks for
 * it. They belong to the instance, since Handlebars copies those that are handed
 * over with a view: all would be compiled then, and copied for each file.
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
    throw new Error(value === undefined ? missing(name) : `"${name}" is not a text`);
  });
  for (const block of blocks) {
    const original = block === "unless" ? undefined : handlebars.helpers[block];
    handlebars.registerHelper(
      block,
      function (this: unknown, value: unknown, name: string, options: Handlebars.HelperOptions) {
        if (value === undefined) throw new Error(missing(name));
        if (block === "each" && !Array.isArray(value)) throw new Error(`"${name}" is not a list`);
        // Handlebars' own `unless` calls `if` by its name, which is ours now.
        if (!original) return Handlebars.Utils.isEmpty(value) ? options.fn(this) : options.inverse(this);
        return original.call(this, value, options);
      },
    );
  }
  return handlebars;
}

function missing(name: string): string {
  return `the view has no "${name}"`;
}
