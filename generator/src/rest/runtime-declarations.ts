import { posix } from "node:path";

/** A name that a declaration uses, with the module that declares it. */
export interface Use {
  readonly module: string;
  readonly name: string;
  /** Only its type is used. */
  readonly isType: boolean;
  /** Its module is loaded when the code runs. */
  readonly isLoaded: boolean;
}

/** A name that another package declares, as it is imported: `type Span`. */
export interface PackageUse {
  readonly packageName: string;
  readonly name: string;
}

/** A top-level declaration of a module. */
export interface Declaration {
  readonly module: string;
  readonly name: string;
  readonly isType: boolean;
  readonly text: string;
  readonly uses: readonly Use[];
  readonly packageUses: readonly PackageUse[];
}

/** A module without its imports. The names that it exports belong to no declaration in an index. */
export interface Module {
  readonly declarations: readonly Declaration[];
  readonly reexports: readonly Use[];
}

const statementStart =
  /^(?=\/\*|\/\/|(?:import|export|const|let|function|async|abstract|class|interface|type)\b)/m;
const declarationName =
  /^(?:export )?(?:abstract |async )?(const|let|function\*?|class|interface|type) ([\w$]+)/m;
const fromModule = /^(import|export)( type)? \{([^}]*)\} from "([^"]+)";/gm;
const loadedModule = /import\("(\.[^"]*)"\)/g;

/**
 * Splits a formatted module into its declarations. A statement begins in the first column with a keyword. A comment
 * belongs to the statement below it.
 *
 * @param valueNames Returns the names of the values of a module, to find those that are used of a loaded one.
 */
export function readModule(
  module: string,
  text: string,
  valueNames: (module: string) => readonly string[],
): Module {
  const imports = [...text.matchAll(fromModule)].flatMap(([, kind, type, names = "", from = ""]) =>
    listNames(names).map((one) => ({ kind, from, ...one, isType: type !== undefined || one.isType })),
  );
  const statements = readStatements(text);
  const scope = new Map<string, Use>();
  for (const { name } of statements) scope.set(name, { module, name, isType: false, isLoaded: false });
  const toUse = ({ from, name, isType }: (typeof imports)[number]): Use => ({
    module: resolveModule(module, from),
    name,
    isType,
    isLoaded: false,
  });
  const relative = imports.filter(({ from }) => from.startsWith("."));
  for (const one of relative) if (one.kind === "import") scope.set(one.name, toUse(one));
  const foreign = imports.filter(({ from }) => !from.startsWith("."));
  const declarations = statements.map(({ name, isType, text: statement }): Declaration => {
    const words = listWords(statement);
    const loaded = [...statement.matchAll(loadedModule)].flatMap(([, path = ""]) => {
      const target = resolveModule(module, path);
      const used = valueNames(target).filter((one) => new RegExp(`\\b${one}\\b`).test(statement));
      return used.map((one) => ({ module: target, name: one, isType: false, isLoaded: true }));
    });
    const uses = [...words].flatMap((word) => (word === name ? [] : (scope.get(word) ?? [])));
    const packageUses = foreign
      .filter((one) => words.has(one.name))
      .map((one) => ({ packageName: one.from, name: `${one.isType ? "type " : ""}${one.name}` }));
    return { module, name, isType, text: statement, uses: [...uses, ...loaded], packageUses };
  });
  return { declarations, reexports: relative.filter(({ kind }) => kind === "export").map(toUse) };
}

/** Returns the names of the values that a module declares. */
export function readValueNames(text: string): readonly string[] {
  return readStatements(text).flatMap(({ name, isType }) => (isType ? [] : name));
}

/** Splits the names between the braces of an import or export. `alias` is empty, or such as ` as Session$`. */
export function listNames(
  names: string,
): readonly { readonly name: string; readonly alias: string; readonly isType: boolean }[] {
  return names.split(",").flatMap((one) => {
    const [, type, name, alias = ""] = /^\s*(type )?([\w$]+)( as [\w$]+)?\s*$/.exec(one) ?? [];
    return name === undefined ? [] : [{ name, alias, isType: type !== undefined }];
  });
}

/** Returns the module that a path means in another module. */
export function resolveModule(module: string, path: string): string {
  return posix.join(posix.dirname(module), path).replace(/\.js$/, "");
}

interface Statement {
  readonly name: string;
  readonly isType: boolean;
  readonly text: string;
}

function readStatements(text: string): readonly Statement[] {
  const statements = new Map<string, Statement>();
  let comment = "";
  for (const part of text.split(statementStart)) {
    if (/^\/[/*]/.test(part)) comment += part;
    else {
      const [, kind = "", name] = declarationName.exec(part) ?? [];
      const before = statements.get(name ?? "")?.text ?? "";
      const whole = `${before}${comment}${part.trimEnd()}\n`;
      if (name !== undefined)
        statements.set(name, { name, isType: /^(interface|type)$/.test(kind), text: whole });
      comment = "";
    }
  }
  return [...statements.values()];
}

/** Lists the identifiers of a statement that are not members of something else. */
function listWords(text: string): ReadonlySet<string> {
  const code = removeComments(text).replace(/"(?:[^"\\\n$`]|\\.)*"/g, '""');
  return new Set(code.match(/(?<![\w$#]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g));
}

/** Returns code without its comments, which are on separate lines. */
export function removeComments(text: string): string {
  return text.replace(/^[ \t]*\/\*\*?(?:[^*]|\*(?!\/))*\*\/[ \t]*\n/gm, "").replace(/^[ \t]*\/\/.*\n/gm, "");
}
