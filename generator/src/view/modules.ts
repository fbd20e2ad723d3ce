import type { Name } from "../model/api.js";
import type { Options } from "../options.js";
import { identifier, type Code } from "../code/code.js";
import { Imports } from "../code/imports.js";
import { relativeImport } from "../code/relative-import.js";

/** How generated modules name each other and the runtime. */
export interface Layout {
  /** The runtime's door for generated code. */
  readonly door: string;
  /** What relative imports end in. */
  readonly extension: string;
  /** Folder of the sources in the output, with a slash at its end, or nothing. */
  readonly root: string;
}

/** The layout that the options ask for. */
export function layoutOf(
  options: Pick<Options, "runtime" | "importExtension" | "packageName" | "hasCodecs">,
): Layout {
  return {
    // Messages alone run in browsers; most of the other door does not.
    door: `${options.runtime}/${options.hasCodecs ? "codegen-v1" : "messages-v1"}`,
    extension: options.importExtension,
    root: options.packageName === undefined ? "" : "src/",
  };
}

/** Imports of one module: names of the API and of the runtime. */
export class ModuleImports {
  readonly #imports: Imports;
  readonly #module: string;
  readonly #layout: Layout;

  /**
   * @param module Path of the module from the top of the sources, without extension.
   * @param declared Names that the module declares.
   * @param door Names that the module's template writes out; they are imported when asked for.
   */
  constructor(module: string, layout: Layout, declared: readonly string[], door: readonly string[]) {
    this.#module = module;
    this.#layout = layout;
    this.#imports = new Imports([...declared, ...door, ...globals]);
  }

  /** A name of the API, used as a value. */
  value(name: Name): Code {
    if (name.module === this.#module) return identifier(name.name);
    return this.#imports.value(relativeImport(this.#module, name.module, this.#layout.extension), name.name);
  }

  /** A name of the API, used as a type. */
  type(name: Name): Code {
    if (name.module === this.#module) return identifier(name.name);
    return this.#imports.type(relativeImport(this.#module, name.module, this.#layout.extension), name.name);
  }

  /** Values of the runtime that the template writes out. */
  doorValues(...names: readonly string[]): void {
    for (const name of names) this.#imports.own(this.#layout.door, name, "value");
  }

  /** Types of the runtime that the template writes out. */
  doorTypes(...names: readonly string[]): void {
    for (const name of names) this.#imports.own(this.#layout.door, name, "type");
  }

  /** Text of an import that is not at the top of the module. */
  path(name: Name): string {
    return relativeImport(this.#module, name.module, this.#layout.extension);
  }

  /** The import statements. */
  lines(): readonly Code[] {
    return this.#imports.lines();
  }
}

/** Globals that templates use. A type of the API that is called like one gets another name where it is imported. */
const globals = ["AsyncIterable", "Iterable", "Partial", "Promise", "undefined"];
