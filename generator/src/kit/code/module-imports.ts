import { Imports } from "./import-list.js";
import { identifier } from "./names.js";
import { relativeImport } from "./relative-import.js";
import { trust, type Code } from "./source-text.js";

/** A name that a generated module exports. */
export interface Exported {
  readonly name: string;
  /** Path of the module from the top of the sources, without extension: `compute/v1/instance`. */
  readonly module: string;
  /** Its name in the runtime, of a well-known type that the runtime has: the module passes it on. */
  readonly shared?: string;
}

/** How a generated module names others and the runtime. */
export interface ImportStyle {
  /** The entry point of the runtime that the module imports. */
  readonly codegen: string;
  /** The entry point of the runtime for what APIs state that follow AIP. */
  readonly aip?: string | undefined;
  /** The extension of relative imports: `.js`. */
  readonly extension: string;
}

/** Globals that generated modules write out. All others begin with a small letter, and no type of an API does. */
export type WrittenGlobal = (typeof written)[number];

const written = ["AsyncIterable", "Iterable", "Map", "Omit", "Partial", "ReadonlyMap", "Uint8Array"] as const;

/**
 * Collects the imports of one generated module: names of other modules and of the runtime. A name that the module
 * declares itself is not imported.
 */
export class ModuleImports {
  readonly #imports: Imports;
  readonly #module: string;
  readonly #style: ImportStyle;
  readonly #declared: ReadonlySet<string>;
  /** Import paths by the path from the top of the sources, since most modules are imported many times. */
  readonly #paths = new Map<string, string>();

  /**
   * @param module Path of the module from the top of the sources, without extension.
   * @param declared Names that the module declares. An import with the same name, or with that of a global that the
   * module writes, gets an alias.
   */
  constructor(module: string, style: ImportStyle, declared: readonly string[]) {
    this.#module = module;
    this.#style = style;
    this.#declared = new Set(declared);
    this.#imports = new Imports([...declared, ...written]);
  }

  /** A name of a module, used as a value. */
  value({ name, module, shared }: Exported): Code {
    if (shared !== undefined) return this.runtimeValue(shared);
    return module === this.#module ? identifier(name) : this.#imports.value(this.#pathTo(module), name);
  }

  /** A name of a module, used as a type. */
  type({ name, module, shared }: Exported): Code {
    if (shared !== undefined) return this.runtimeType(shared);
    return module === this.#module ? identifier(name) : this.#imports.type(this.#pathTo(module), name);
  }

  /** A name of the runtime, used as a value. */
  runtimeValue(name: string): Code {
    return this.#imports.value(this.#style.codegen, name);
  }

  /** A name of the runtime, used as a type. */
  runtimeType(name: string): Code {
    return this.#imports.type(this.#style.codegen, name);
  }

  /** A name of the runtime's entry point for APIs that follow AIP, used as a value. */
  aipValue(name: string): Code {
    return this.#imports.value(this.#style.aip ?? this.#style.codegen, name);
  }

  /** The same used as a type. */
  aipType(name: string): Code {
    return this.#imports.type(this.#style.aip ?? this.#style.codegen, name);
  }

  /** A global, also where the module declares something of its name. */
  global(name: WrittenGlobal): Code {
    return this.#declared.has(name) ? trust(`globalThis.${name}`) : identifier(name);
  }

  /** Text of an import that is not at the top of the module. */
  path({ module }: Exported): string {
    return this.#pathTo(module);
  }

  /** The import statements. */
  lines(): readonly Code[] {
    return this.#imports.lines();
  }

  #pathTo(module: string): string {
    let path = this.#paths.get(module);
    if (path === undefined) {
      path = relativeImport(this.#module, module, this.#style.extension);
      this.#paths.set(module, path);
    }
    return path;
  }
}
