import { posix } from "node:path";
import type { OutputFile } from "../kit/emit/file.js";
import { listNames, removeComments, resolveModule, type Declaration } from "./runtime-declarations.js";
import { listUsedWords, removeUnusedMembers } from "./runtime-members.js";
import { runtimeParts } from "./runtime-parts.js";
import { readSources, type Sources } from "./runtime-sources.js";
import { runtimeVersion } from "./runtime-version.js";

const runtimeImport =
  /^(import|export)( type)? \{([^}]*)\} from "((?:\.\.?\/)+)runtime\/((?!guide\/)[^"]+)\.js";\n/gm;

/** The statement of an entry point that exports the public names of the runtime. */
const wholeRuntime = 'export * from "./runtime/index.js";\n';

/**
 * Writes the parts of the runtime that a package needs. It reads the names that the generated files import, and lets
 * these import the parts. The error class gets the name that the package exports.
 */
export class RuntimeWriter {
  readonly #sources: Sources;
  readonly #required = new Set<Declaration>();
  /** The declarations of the package, and how it has them: without members that it does not use. */
  readonly #retained = new Map<Declaration, Declaration>();
  readonly #words = new Set<string>();
  readonly #public = new Set<string>();
  readonly #errorName: string;

  /** `features`: see `listFeatures`. */
  constructor(errorName: string, features: ReadonlySet<string>) {
    this.#errorName = errorName;
    this.#sources = readSources(features);
  }

  /** Returns a generated file whose imports of modules of the runtime lead to parts. */
  rewrite({ path, text, ...rest }: OutputFile): OutputFile {
    const imported = new Map<string, string[]>();
    let before = "";
    const rewritten = text.replace(
      runtimeImport,
      (_, kind: string, type: string, names: string, up: string, module: string) => {
        before = up;
        return listNames(names)
          .map(({ name, alias, isType }) => {
            const shown = `${type || isType ? "type " : ""}${name}${alias}`;
            const part = this.#require(module, name);
            if (kind === "export") this.#public.add(name);
            const list = imported.get(`${kind} ${part}`) ?? [];
            imported.set(`${kind} ${part}`, [...list, shown]);
            return "";
          })
          .join("");
      },
    );
    for (const word of listUsedWords(rewritten)) this.#words.add(word);
    if (imported.size === 0) return { path, text, ...rest };
    const statements = [...imported].map(([key, names]) => {
      const [kind = "", part] = key.split(" ");
      return printStatement(kind, names, `${before}runtime/${part}.js`);
    });
    const at = /^(?:\/\*.*\*\/\n)*/.exec(rewritten)?.[0].length ?? 0;
    return { path, text: rewritten.slice(0, at) + statements.join("") + rewritten.slice(at), ...rest };
  }

  /** Whether a file exports the public names of the runtime. `addExports` adds them when all other files are known. */
  isEntry({ text }: OutputFile): boolean {
    return text.includes(wholeRuntime);
  }

  /** Returns an entry point that exports the public names of the runtime, except those that it exports itself. */
  addExports({ path, text, ...rest }: OutputFile): OutputFile {
    const own = new Set(text.match(/[\w$]+(?=[^{}]*\} from)/g));
    // Public values are for programs, whatever the description needs. Types come with what uses them.
    for (const { module, name, isType } of this.#sources.publicNames)
      if (!isType && runtimeParts["core"]?.includes(module)) this.#require(module, name);
    this.#removeUnused();
    const byPart = new Map<string, string[]>();
    for (const { module, name, isType } of this.#sources.publicNames) {
      const declaration = this.#sources.find(module, name);
      const shown = name === "ApiError" ? this.#errorName : name;
      if (!declaration || !this.#retained.has(declaration) || own.has(shown)) continue;
      const key = `${isType ? "export type" : "export"} ${this.#sources.part(declaration)}`;
      byPart.set(key, [...(byPart.get(key) ?? []), shown]);
    }
    const statements = [...byPart].flatMap(([key, names]) => {
      const [, kind = "", part = ""] = /^(.*) (\S+)$/.exec(key) ?? [];
      return printStatements(kind, names, `"./runtime/${part}.js"`);
    });
    return { path, text: text.replace(wholeRuntime, () => statements.join("")), ...rest };
  }

  /** Returns a module that exports all public names of the runtime. */
  allExports(): string {
    const names = this.#sources.publicNames.map(({ name }) => (name === "ApiError" ? this.#errorName : name));
    return `export { ${names.join(", ")} } from "./runtime/core.js";\n`;
  }

  /** Returns the files of the parts. */
  files(): readonly OutputFile[] {
    this.#removeUnused();
    const byPart = new Map<string, Declaration[]>();
    for (const declaration of this.#sources.inOrder) {
      if (!this.#retained.has(declaration)) continue;
      const part = this.#sources.part(declaration);
      byPart.set(part, [...(byPart.get(part) ?? []), declaration]);
    }
    return [...byPart].map(([part, declarations]) => ({
      path: `src/runtime/${part}.ts`,
      text: this.#printPart(part, declarations).replace(/\bApiError\b/g, () => this.#errorName),
    }));
  }

  /** Requires a declaration. Returns its part. */
  #require(module: string, name: string): string {
    const first = this.#sources.find(module, name);
    if (!first) throw new Error(`The runtime has no ${name} in ${module}`);
    this.#required.add(first);
    this.#retain(first, new Map());
    return this.#sources.part(first);
  }

  /** Retains a declaration with what it uses. Some are known to be retained in part. */
  #retain(first: Declaration, known: ReadonlyMap<Declaration, Declaration>): void {
    const open = [first];
    for (let one = open.pop(); one; one = open.pop()) {
      if (this.#retained.has(one)) continue;
      const retained = known.get(one) ?? one;
      this.#retained.set(one, retained);
      for (const use of retained.uses) open.push(this.#sources.find(use.module, use.name) ?? one);
    }
  }

  /** Removes the optional members of internal interfaces that no code of the package names, and the types of these alone. */
  #removeUnused(): void {
    for (let size = 0; size !== this.#retained.size;) {
      size = this.#retained.size;
      const words = new Set(this.#words);
      for (const { text } of this.#retained.values()) for (const word of listUsedWords(text)) words.add(word);
      const known = new Map<Declaration, Declaration>();
      for (const [declaration, retained] of this.#retained) {
        if (this.#isPublic(declaration)) continue;
        const text = removeUnusedMembers(retained.text, words);
        if (text === retained.text) known.set(declaration, retained);
        else {
          const uses = retained.uses.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
          known.set(declaration, { ...retained, text, uses });
        }
      }
      this.#retained.clear();
      for (const one of this.#required) this.#retain(one, known);
    }
  }

  /** Whether programs see a declaration. */
  #isPublic(declaration: Declaration): boolean {
    return this.#public.has(declaration.name) || this.#sources.isPublic(declaration);
  }

  #printPart(part: string, declarations: readonly Declaration[]): string {
    const imports = new Map<string, Map<string, boolean>>();
    const packages = new Map<string, Set<string>>();
    for (const declaration of declarations) {
      const { uses, packageUses } = this.#retained.get(declaration) ?? declaration;
      for (const use of uses) {
        const target = this.#sources.find(use.module, use.name);
        const home = target && this.#sources.part(target);
        if (!target || home === undefined || home === part || use.isLoaded) continue;
        const names = imports.get(home) ?? new Map<string, boolean>();
        imports.set(
          home,
          names.set(use.name, (names.get(use.name) ?? true) && (use.isType || target.isType)),
        );
      }
      for (const { packageName, name } of packageUses)
        packages.set(packageName, (packages.get(packageName) ?? new Set()).add(name));
    }
    const statements = [
      ...[...packages].map(([name, names]) => `import { ${[...names].join(", ")} } from "${name}";\n`),
      ...[...imports].sort().map(([home, names]) => {
        const list = [...names].map(([name, isType]) => `${isType ? "type " : ""}${name}`);
        return printImports(list, `"./${home}.js"`);
      }),
    ];
    const texts = declarations.map((one) => this.#print(one));
    return `${header}${statements.join("")}\n${joinTexts(texts)}`;
  }

  /** Prints a declaration. Those that programs do not see have no comments. */
  #print(declaration: Declaration): string {
    const { module } = declaration;
    const { text } = this.#retained.get(declaration) ?? declaration;
    const shown = this.#isPublic(declaration) ? text.replace(/^ *\/\/.*\n/gm, "") : removeComments(text);
    const exported = this.#sources.isShared(declaration)
      ? shown.replace(/^(?=(?:abstract |async )?(?:const|let|function|class|interface|type)\b)/m, "export ")
      : shown;
    return exported.replace(/import\("(\.[^"]*)"\)/g, (_, path: string) => {
      const loaded = declaration.uses.find(
        (use) => use.isLoaded && use.module === resolveModule(module, path),
      );
      const target = loaded && this.#sources.find(loaded.module, loaded.name);
      return `import("./${target ? this.#sources.part(target) : posix.basename(path, ".js")}.js")`;
    });
  }
}

/** Joins declarations. Those of one line that have no comment are grouped. */
function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text, index) => (index === 0 || (isLine(text) && isLine(texts[index - 1])) ? text : `\n${text}`))
    .join("");
}

function isLine(text = ""): boolean {
  return text.indexOf("\n") === text.length - 1;
}

/** Prints an import or export. One of types alone must not load the module. */
function printStatement(kind: string, names: readonly string[], module: string): string {
  const types = names.filter((name) => name.startsWith("type "));
  const isType = types.length === names.length;
  const sorted = isType
    ? types.map((name) => name.slice("type ".length)).toSorted()
    : [...names.filter((name) => !name.startsWith("type ")).toSorted(), ...types.toSorted()];
  return `${kind}${isType ? " type" : ""} { ${sorted.join(", ")} } from "${module}";\n`;
}

/** Prints the imports of a part, those of types apart. */
function printImports(names: readonly string[], from: string): string {
  const types = names.flatMap((name) => (name.startsWith("type ") ? name.slice("type ".length) : []));
  const values = names.filter((name) => !name.startsWith("type "));
  const statements = [
    ...printStatements("import", values.toSorted(), from),
    ...printStatements("import type", types.toSorted(), from),
  ];
  return statements.join("");
}

/** Prints imports or exports as statements of one line each, where the formatter would give each name a line. */
function printStatements(kind: string, names: readonly string[], from: string): readonly string[] {
  const lists: string[] = [];
  for (const name of names) {
    const longer = `${lists.at(-1) ?? ""}, ${name}`;
    if (lists.length > 0 && `${kind} { ${longer} } from ${from};`.length <= lineWidth)
      lists[lists.length - 1] = longer;
    else lists.push(name);
  }
  return lists.map((list) => `${kind} { ${list} } from ${from};\n`);
}

/** The width of a line of generated code. */
const lineWidth = 110;

const header = `/* eslint-disable */\n/* @generated */\n/* Copied by \`stratus openapi\` from runtime ${runtimeVersion}, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */\n`;
