import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Types of other libraries are theirs to export; those of this repository's packages are ours. */
const ours = /^(?:runtime|convention|emulator|generator|generated\/\w+)\/dist\//;

const settings: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  skipLibCheck: true,
  noEmit: true,
};

/** Returns the declarations of one source of the runtime instead of those in `dist/types`, which hold many sources. */
function ofSource({
  resolvedFileName,
}: ts.ResolvedModuleFull): Pick<ts.ResolvedModuleFull, "resolvedFileName"> {
  return {
    resolvedFileName: resolvedFileName.replace(
      /\/runtime\/dist\/types\/(.+)\.d\.[mc]?ts$/,
      "/runtime/dist/$1.d.ts",
    ),
  };
}

/** Reads built declarations, and tells which types of their signatures programs cannot import. */
export class Declarations {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  /** @param files Declarations of entry points, by their paths from the top of the repository. */
  constructor(files: readonly string[]) {
    const host = ts.createCompilerHost(settings);
    host.resolveModuleNameLiterals = (names, file, _, options, source) =>
      names.map((name) => {
        const mode = ts.getModeForUsageLocation(source, name, options);
        const found = ts.resolveModuleName(name.text, file, options, host, undefined, undefined, mode);
        return found.resolvedModule
          ? { resolvedModule: { ...found.resolvedModule, ...ofSource(found.resolvedModule) } }
          : found;
      });
    this.#program = ts.createProgram(
      files.map((file) => join(top, file)),
      settings,
      host,
    );
    this.#checker = this.#program.getTypeChecker();
  }

  /**
   * What signatures of a module name and neither it nor an entry point beside it exports, with what that names in
   * turn: `Route of runtime/dist/calls/client/call-start.d.ts, named by Caller`.
   *
   * @param beside Entry points that whoever has this one has, too.
   * @param passed Types that need not be exported and are gone through all the same.
   * @param closed Types that nobody looks into.
   */
  unreachable(
    file: string,
    beside: readonly string[],
    { passed, closed }: { readonly passed: ReadonlySet<string>; readonly closed: ReadonlySet<string> },
  ): readonly string[] {
    const exported = this.#exportsOf(file);
    const reachable = new Set([file, ...beside].flatMap((one) => [...this.#exportsOf(one).keys()]));
    const found = new Set<string>();
    const seen = new Map(exported);
    for (const [symbol, isValue] of seen) {
      for (const named of this.#namedBy(symbol, isValue)) {
        const text = `${named.name} of ${placeOf(named)}`;
        if (closed.has(text)) continue;
        if (!reachable.has(named) && !passed.has(text)) found.add(`${text}, named by ${symbol.name}`);
        // A map gives what is added to it while it is gone through.
        if (!seen.has(named) && !reachable.has(named)) seen.set(named, false);
      }
    }
    return [...found].sort();
  }

  /** What a module exports, and whether as a value: of a class whose type alone it exports nobody calls the constructor. */
  #exportsOf(file: string): ReadonlyMap<ts.Symbol, boolean> {
    const source = this.#program.getSourceFile(join(top, file));
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is not a module: build the repository first (npm run build)`);
    return new Map(
      this.#checker.getExportsOfModule(module).map((one) => [this.#target(one), !this.#isTypeOnly(one)]),
    );
  }

  #isTypeOnly(symbol: ts.Symbol): boolean {
    const specifier = symbol.declarations?.find(ts.isExportSpecifier);
    if (!specifier) return false;
    if (specifier.isTypeOnly || specifier.parent.parent.isTypeOnly) return true;
    const next = this.#checker.getImmediateAliasedSymbol(symbol);
    return next !== undefined && this.#isTypeOnly(next);
  }

  /** What a name means in the end, however many modules pass it on. */
  #target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The types that declarations of a name are made of, as far as this repository declares them. */
  #namedBy(symbol: ts.Symbol, isValue: boolean): readonly ts.Symbol[] {
    const names = new Set<ts.Symbol>();
    const visit = (node: ts.Node): void => {
      if (ts.isClassElement(node) && (isHidden(node) || (!isValue && isOfClass(node)))) return;
      if (ts.isTypeElement(node) && isKeyed(node)) return;
      if (ts.isIdentifier(node)) {
        const at = this.#checker.getSymbolAtLocation(node);
        const target = at && this.#target(at);
        if (target && target.flags & ts.SymbolFlags.Type && isOfModule(target)) names.add(target);
      }
      ts.forEachChild(node, visit);
    };
    for (const declaration of symbol.declarations ?? []) if (isOurs(declaration)) visit(declaration);
    names.delete(symbol);
    return [...names];
  }
}

/** Whether no program can name a member: it is private or protected, or its key is a symbol of the package. */
function isHidden(node: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(node) & hidden) !== 0 || isKeyed(node);
}

function isKeyed({ name }: ts.ClassElement | ts.TypeElement): boolean {
  return name !== undefined && ts.isComputedPropertyName(name) && ts.isIdentifier(name.expression);
}

function isOfClass(node: ts.ClassElement): boolean {
  const isStatic = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0;
  return isStatic || ts.isConstructorDeclaration(node);
}

function isOurs(node: ts.Node): boolean {
  return ours.test(relative(top, node.getSourceFile().fileName));
}

/** Whether a module of this repository declares it at its top; parameters and members belong to something else. */
function isOfModule({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => isOurs(one) && ts.isSourceFile(one.parent));
}

function placeOf({ declarations }: ts.Symbol): string {
  const [first] = declarations ?? [];
  return first ? relative(top, first.getSourceFile().fileName).replace(/\.d\.ts$/, "") : "nowhere";
}
