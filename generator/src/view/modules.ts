import type { Name } from "../model/api.js";
import type { Options } from "../options.js";
import { identifier, Imports, relativeImport, type Code } from "../code/code.js";

/** How generated modules name each other and the runtime. */
export interface Layout {
  /** The runtime's entry point for generated code. */
  readonly codegen: string;
  /** The runtime's entry point for the session of an SDK, with all that makes calls. */
  readonly session: string;
  /** The runtime's entry point for programs, which the root entry of an SDK passes on. */
  readonly sdk: string;
  /** What relative imports end in. */
  readonly extension: string;
  /** Folder of the sources in the output, with a slash at its end, or nothing. */
  readonly root: string;
}

/** The layout that the options ask for. */
export function layoutOf({
  runtime,
  importExtension,
  packageName,
  hasClients,
}: Pick<Options, "runtime" | "importExtension" | "packageName" | "hasClients">): Layout {
  return {
    // Messages alone run in browsers; most of the rest does not.
    ...(hasClients
      ? { codegen: `${runtime}/codegen-v1`, sdk: `${runtime}/sdk` }
      : { codegen: `${runtime}/messages-v1`, sdk: `${runtime}/messages` }),
    session: `${runtime}/session-v1`,
    extension: importExtension,
    root: packageName === undefined ? "" : "src/",
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
   */
  constructor(module: string, layout: Layout, declared: readonly string[]) {
    this.#module = module;
    this.#layout = layout;
    this.#imports = new Imports([...declared, ...globals]);
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

  /** A name of the runtime, used as a value. */
  runtimeValue(name: string): Code {
    return this.#imports.value(this.#layout.codegen, name);
  }

  /** A name of the runtime, used as a type. */
  runtimeType(name: string): Code {
    return this.#imports.type(this.#layout.codegen, name);
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

/** Globals that are printed. What is called like one gets another name where it is imported. */
const globals = ["AsyncIterable", "Iterable", "Partial", "Promise", "undefined"];
