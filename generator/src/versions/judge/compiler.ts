/** Compiles sources in memory with the TypeScript compiler that ts-morph contains, without a network and without files. */
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Project, ts } from "ts-morph";
import { findEntryPoints, findFile, moduleAt } from "../../surface/entry-points.js";
import { withoutCodecs } from "../../surface/module.js";
import { listStatements } from "../../surface/statements.js";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";

/** Strict settings, as most programs use. */
const settings: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Modules of the language and of installed packages, parsed once. */
const installed = new Map<string, ts.SourceFile | undefined>();

/** The folder of the compiler's own declarations, which ts-morph keeps in memory. */
const libraryFolder = "/node_modules/typescript/lib";

/** One version of a package, at a place that exists only in the compiler's memory. */
export class CompilerSide {
  readonly root: string;
  readonly files: SdkFiles["files"];
  /** Modules by the specifier that programs import. */
  readonly modules: ReadonlyMap<string, string>;
  /** Names that modules export in addition to their own exports, by the paths of the files. */
  readonly #exposed = new Map<string, Set<string>>();
  /** Folders from which the packages that it imports are resolved. */
  readonly folders: readonly string[];

  /** @param name Tells the two sides of a comparison apart: `old` or `new`. */
  constructor(sdk: SdkFiles, name: string, others: readonly SdkFiles[] = []) {
    const folders = [sdk, ...others].flatMap(({ folder }) => (folder === undefined ? [] : [folder]));
    this.folders = [...folders, process.cwd(), fileURLToPath(new URL(".", import.meta.url))];
    this.root = posix.join(this.folders[0]?.replaceAll("\\", "/") ?? "/", `.stratus-${name}`);
    this.files = sdk.files;
    this.modules = new Map(
      findEntryPoints(sdk).flatMap(({ path, module }) => {
        const file = findFile(module, sdk.files);
        const specifier = `${readManifest(sdk)?.name ?? "sdk"}${path.slice(1)}`;
        return file === undefined ? [] : [[specifier, file] as const];
      }),
    );
  }

  /** Returns the text of a file below the root; undefined if it does not exist. */
  read(file: string): string | undefined {
    const path = file.slice(this.root.length + 1);
    const text = this.files.get(path);
    if (text === undefined) return undefined;
    const names = [...(this.#exposed.get(path) ?? [])];
    const isNamespaced = names.some((name) => name.includes("."));
    const lines = names.map((name) =>
      name.includes(".")
        ? `export import ${toExposed(name)} = ${name};`
        : `export { ${name} as ${toExposed(name)} };`,
    );
    return [(isNamespaced ? openNamespaces : String)(withoutCodecs(text)), ...lines].join("\n");
  }

  /** Exports a declaration of a module, which may be hidden, under another name. Returns its import. */
  expose(module: string, name: string): { readonly specifier: string; readonly name: string } {
    const file = findFile(module, this.files) ?? module;
    if (name === "*") return { specifier: `${this.root}/${file}`, name };
    this.#exposed.set(file, (this.#exposed.get(file) ?? new Set()).add(name));
    return { specifier: `${this.root}/${file}`, name: toExposed(name) };
  }

  contains(file: string): boolean {
    return file.startsWith(`${this.root}/`);
  }

  /** Finds the file of a module at an absolute path, with an extension or without. */
  findModule(path: string): string | undefined {
    const module = moduleAt(posix.relative(this.root, path), this.files);
    const file = module === undefined ? undefined : findFile(module, this.files);
    return file === undefined ? undefined : `${this.root}/${file}`;
  }

  /** Resolves an import to a file; undefined if the package is not installed. */
  resolve(specifier: string, containing: string): string | undefined {
    if (specifier.startsWith(".")) return this.findModule(posix.join(posix.dirname(containing), specifier));
    const own = this.modules.get(specifier);
    if (own !== undefined) return `${this.root}/${own}`;
    for (const folder of this.folders) {
      const found = resolveInstalled(specifier, `${folder}/index.ts`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function toExposed(name: string): string {
  return `$exposed_${name.replaceAll(".", "_$")}`;
}

/** Exports everything in the namespaces of a module, because members of types may refer to hidden declarations. */
function openNamespaces(text: string): string {
  const { statements } = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023);
  const hidden = listStatements(statements).filter(({ isReachable }) => !isReachable);
  return hidden.reduceRight((rest, { statement }) => {
    const start = statement.getFullStart();
    return `${rest.slice(0, start)} export ${rest.slice(start)}`;
  }, text);
}

const resolutions = new Map<string, string | undefined>();

function resolveInstalled(specifier: string, containing: string): string | undefined {
  const key = `${specifier} ${posix.dirname(containing)}`;
  if (!resolutions.has(key)) {
    const { resolvedModule } = ts.resolveModuleName(specifier, containing, settings, ts.sys);
    resolutions.set(key, resolvedModule?.resolvedFileName);
  }
  return resolutions.get(key);
}

/** Compiles programs beside the sides that they import. */
export class Compiler {
  readonly #sides: readonly CompilerSide[];
  readonly #sources = new Map<string, ts.SourceFile | undefined>();
  #program: ts.Program | undefined;

  constructor(sides: readonly CompilerSide[]) {
    this.#sides = sides;
  }

  /** Compiles files that are not part of the sides, by path. Modules that were parsed before are reused. */
  compile(files: ReadonlyMap<string, string>): ts.Program {
    for (const [path, text] of files)
      this.#sources.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.ES2023));
    this.#program = ts.createProgram({
      rootNames: [...files.keys()],
      options: settings,
      host: this.#host(),
      ...(this.#program && { oldProgram: this.#program }),
    });
    return this.#program;
  }

  #host(): ts.CompilerHost {
    const source = (path: string): ts.SourceFile | undefined => this.#source(path);
    return {
      getSourceFile: source,
      getDefaultLibFileName: () => `${libraryFolder}/lib.es2023.d.ts`,
      getDefaultLibLocation: () => libraryFolder,
      writeFile: () => undefined,
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      fileExists: (path) => source(path) !== undefined,
      readFile: () => undefined,
      resolveModuleNameLiterals: (literals, containing) =>
        literals.map(({ text }) => {
          const file = this.#resolve(text, containing);
          if (file === undefined) return { resolvedModule: undefined };
          const extension = /\.d\.[mc]?ts$/.test(file) ? ts.Extension.Dts : ts.Extension.Ts;
          const isExternalLibraryImport = !this.#sides.some((side) => side.contains(file));
          return { resolvedModule: { resolvedFileName: file, extension, isExternalLibraryImport } };
        }),
    };
  }

  #resolve(specifier: string, containing: string): string | undefined {
    const side = this.#sides.find((one) => one.contains(containing));
    if (!side) return resolveInstalled(specifier, containing);
    // Old declarations may need types of the old version beside those of the new one, by their paths.
    const other = this.#sides.find((one) => one.contains(specifier));
    return other ? other.findModule(specifier) : side.resolve(specifier, containing);
  }

  #source(path: string): ts.SourceFile | undefined {
    const side = this.#sides.find((one) => one.contains(path));
    const known = side ? this.#sources : installed;
    if (!known.has(path)) {
      const text = side ? side.read(path) : readInstalled(path);
      known.set(
        path,
        typeof text === "string" ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023) : text,
      );
    }
    return known.get(path);
  }
}

function readInstalled(path: string): string | ts.SourceFile | undefined {
  if (!path.startsWith(`${libraryFolder}/`)) return ts.sys.readFile(path);
  if (![...installed.keys()].some((one) => one.startsWith(libraryFolder))) readLibraries();
  return installed.get(path);
}

/** Reads the declarations of the language from ts-morph, which has no other public access to them. */
function readLibraries(): void {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: settings });
  project.createSourceFile("index.ts", "");
  for (const source of project.getProgram().compilerObject.getSourceFiles())
    if (source.fileName.startsWith(libraryFolder)) installed.set(source.fileName, source);
}
