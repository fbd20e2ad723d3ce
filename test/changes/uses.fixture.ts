/**
 * Writes programs that use a TypeScript package: they read members, write literals, call, construct, override and handle
 * all cases of results. It shares no code with `stratus diff`, so that it can show whether its verdicts are true.
 */
import { Project, ts } from "ts-morph";
import { Samples } from "./samples.fixture.js";

/** Returns a program that imports the module `./index.js` and uses each of its exports. */
export function writeUses(files: ReadonlyMap<string, string>): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts"],
    },
  });
  for (const [path, text] of files) project.createSourceFile(path, text);
  const program = project.getProgram().compilerObject;
  const checker = program.getTypeChecker();
  const index = project.getSourceFileOrThrow("index.ts").compilerNode;
  const module = checker.getSymbolAtLocation(index);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const writer = new UseWriter(checker, findResults(exported, checker));
  for (const symbol of exported) writer.use(symbol.getName(), symbol);
  return [`import * as lib from "./index.js";`, ...writer.lines, "export type { lib };", ""].join("\n");
}

const members = ts.SymbolFlags.ClassMember | ts.SymbolFlags.EnumMember;

/** Finds the types that functions return, and those that callbacks receive. */
function findResults(exported: readonly ts.Symbol[], checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  for (const symbol of exported)
    for (const signature of checker.getTypeOfSymbol(symbol).getCallSignatures()) {
      const callbacks = signature.parameters.flatMap((one) =>
        checker.getTypeOfSymbol(one).getCallSignatures(),
      );
      const types = [
        signature.getReturnType(),
        ...callbacks.flatMap((one) => one.parameters.map((parameter) => checker.getTypeOfSymbol(parameter))),
      ];
      for (const type of types) {
        const own = type.getSymbol();
        if (own) found.add(own);
      }
    }
  return found;
}

class UseWriter {
  readonly lines: string[] = [];
  readonly #checker: ts.TypeChecker;
  readonly #samples: Samples;

  /** Types that the package creates, of which programs write no literals. */
  readonly #results: ReadonlySet<ts.Symbol>;

  constructor(checker: ts.TypeChecker, results: ReadonlySet<ts.Symbol>) {
    this.#checker = checker;
    this.#samples = new Samples(checker);
    this.#results = results;
  }

  use(name: string, exported: ts.Symbol): void {
    const symbol =
      exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported;
    if (symbol.flags & (ts.SymbolFlags.ValueModule | ts.SymbolFlags.NamespaceModule))
      for (const inner of this.#checker.getExportsOfModule(symbol))
        if (!(inner.flags & members)) this.use(`${name}.${inner.name}`, inner);
    if (symbol.flags & ts.SymbolFlags.Enum) {
      this.#useEnum(name, symbol);
      return;
    }
    if (symbol.flags & ts.SymbolFlags.Type) this.#useType(name, symbol);
    if (symbol.flags & ts.SymbolFlags.Class) this.#useClass(name, symbol);
    else if (symbol.flags & ts.SymbolFlags.Value)
      this.#useValue(`lib.${name}`, this.#checker.getTypeOfSymbol(symbol));
  }

  #add(text: string): void {
    this.lines.push(`export const use${this.lines.length} = ${text};`);
  }

  /** Reads each value as the literal that it is, names its type, and finds its name by its number. */
  #useEnum(name: string, symbol: ts.Symbol): void {
    this.#add(`(one: lib.${name}): string | number => one`);
    const isObject = (symbol.flags & ts.SymbolFlags.RegularEnum) !== 0;
    if (isObject) this.#add(`(): object => lib.${name}`);
    for (const value of this.#checker.getTypeOfSymbol(symbol).getProperties()) {
      if ((value.flags & ts.SymbolFlags.EnumMember) === 0) continue;
      const type = this.#checker.getTypeOfSymbol(value) as ts.LiteralType;
      const member = `lib.${name}.${value.name}`;
      this.#add(`(): ${JSON.stringify(type.value)} => ${member}`);
      this.#add(`(one: ${member}): lib.${name} => one`);
      if (isObject && typeof type.value === "number") this.#add(`(): string => lib.${name}[${member}]!`);
    }
  }

  #useType(name: string, symbol: ts.Symbol): void {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const declared = symbol.declarations?.find(
      (one) => "typeParameters" in one && one.typeParameters !== undefined,
    ) as ts.InterfaceDeclaration | undefined;
    const list = declared?.typeParameters ?? [];
    const text = list.map((one) => one.getText()).join(", ");
    const head = list.length === 0 ? "" : `<${text}>`;
    const written = `lib.${name}${list.length === 0 ? "" : `<${list.map((one) => one.name.text).join(", ")}>`}`;
    const isPlain = list.every((one) => one.default !== undefined);
    this.#readMembers(head, `one: ${written}`, "one", type, 2);
    if (list.length > 0 && isPlain) this.#readDefaults(name, type);
    this.#write(head, written, type);
  }

  /** Reads members of a generic type that is written without its arguments. */
  #readDefaults(name: string, type: ts.Type): void {
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const parameter = this.#checker.getTypeOfSymbol(property);
      const fallback = this.#checker.getDefaultFromTypeParameter(parameter);
      if (fallback)
        this.#add(`(one: lib.${name}): ${this.#checker.typeToString(fallback)} => one.${property.name}`);
    }
  }

  #readMembers(head: string, parameter: string, value: string, type: ts.Type, depth: number): void {
    if (this.#samples.isCalled(type)) return;
    // A union that is only passed may grow; `#useResult` reads those that are returned.
    const text = value === "one" && type.isUnion() ? undefined : this.#samples.plainText(type);
    const isLiteral = type.isStringLiteral() || type.isNumberLiteral();
    this.#add(`${head}(${parameter})${text === undefined || isLiteral ? "" : `: ${text}`} => ${value}`);
    if (depth === 0 || !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return;
    if (this.#checker.isArrayLikeType(type)) return;
    for (const { keyType } of this.#checker.getIndexInfosOfType(type))
      this.#add(
        `${head}(${parameter === "" ? "" : `${parameter}, `}key: ${this.#checker.typeToString(keyType)}) => ${value}[key]`,
      );
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (this.#samples.isHidden(property) || property.name.startsWith("__")) continue;
      const own = this.#checker.getTypeOfSymbol(property);
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      this.#readMembers(
        head,
        parameter,
        `${value}.${property.name}${isOptional ? "!" : ""}`,
        this.#checker.getNonNullableType(own),
        depth - 1,
      );
      if (!isOptional) this.#exact(head, parameter, `${value}.${property.name}`, own);
      if (this.#samples.isCalled(own))
        this.#call(`${head}(${parameter}) => `, `${value}.${property.name}`, own, isOptional);
      const canWrite =
        !(property.flags & ts.SymbolFlags.Accessor) ||
        property.declarations?.some((one) => ts.isSetAccessor(one));
      const isReadonly = property.declarations?.some(
        (one) => ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly,
      );
      const isMethod = (property.flags & ts.SymbolFlags.Method) !== 0;
      if (
        canWrite === true &&
        isReadonly !== true &&
        !isMethod &&
        !isOptional &&
        depth === 2 &&
        parameter !== ""
      )
        this.#add(`${head}(${parameter}) => { ${value}.${property.name} = ${value}.${property.name}; }`);
    }
  }

  #exact(head: string, parameter: string, value: string, type: ts.Type): void {
    const text = this.#samples.plainText(type);
    if (text !== undefined) this.#add(`${head}(${parameter}): ${text} => ${value}`);
  }

  /** Writes literals of a type: with all members, and with the required ones. */
  #write(head: string, written: string, type: ts.Type): void {
    const symbol = type.getSymbol();
    const isMade = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
    if (head !== "" || isMade || (symbol && this.#results.has(symbol))) return;
    for (const all of [true, false]) {
      const text = this.#samples.sample(type, 3, all);
      if (text === undefined) continue;
      this.#add(`(): ${written} => (${text})`);
      this.#add(`${text} satisfies ${written}`);
    }
  }

  #useClass(name: string, symbol: ts.Symbol): void {
    const instance = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const value = this.#checker.getTypeOfSymbol(symbol);
    const node = symbol.declarations?.find(ts.isClassDeclaration);
    const isAbstract = node?.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true;
    const isGeneric = (node?.typeParameters?.length ?? 0) > 0;
    const isClosed = node?.members.some(
      (one) => ts.isConstructorDeclaration(one) && one.modifiers !== undefined,
    );
    for (const signature of value.getConstructSignatures()) {
      if (isAbstract || isClosed === true) continue;
      for (const all of [true, false]) {
        const list = this.#samples.argumentsOf(signature, all);
        if (list !== undefined) this.#add(`() => new lib.${name}(${list})`);
      }
    }
    for (const property of this.#checker.getPropertiesOfType(value)) {
      const own = this.#checker.getTypeOfSymbol(property);
      if (property.name !== "prototype" && !this.#samples.isHidden(property))
        this.#useValue(`lib.${name}.${property.name}`, own);
    }
    if (!isGeneric && isClosed !== true) this.#subclass(name, instance, isAbstract);
  }

  /** Writes a subclass that overrides all methods and passes the calls on. */
  #subclass(name: string, instance: ts.Type, isAbstract: boolean): void {
    const methods = this.#checker.getPropertiesOfType(instance).flatMap((property) => {
      const [signature] = this.#checker.getTypeOfSymbol(property).getCallSignatures();
      const isMethod = (property.flags & ts.SymbolFlags.Method) !== 0 && !this.#samples.isHidden(property);
      return signature && isMethod ? [{ property, signature }] : [];
    });
    const bodies = methods.map(({ property, signature }) => {
      const parameters = signature.parameters.map(
        (one) =>
          `${one.name}: Parameters<lib.${name}["${property.name}"]>[${signature.parameters.indexOf(one)}]`,
      );
      const isOpen = property.declarations?.some(
        (one) => ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Abstract,
      );
      const names = signature.parameters.map((one) => one.name).join(", ");
      const rest =
        isOpen === true
          ? `: ReturnType<lib.${name}["${property.name}"]> { return undefined as never; }`
          : ` { return super.${property.name}(${names}); }`;
      return `override ${property.name}(${parameters.join(", ")})${rest}`;
    });
    const index = this.lines.length;
    if (isAbstract || methods.length > 0)
      this.lines.push(`export class Use${index} extends lib.${name} { ${bodies.join(" ")} }`);
  }

  #useValue(value: string, type: ts.Type): void {
    if (this.#samples.isCalled(type)) {
      this.#call("() => ", value, type, false);
      return;
    }
    this.#readMembers("", "", value, type, 2);
    this.#exact("", "", value, type);
  }

  #call(before: string, callee: string, type: ts.Type, isOptional: boolean): void {
    for (const signature of this.#checker.getNonNullableType(type).getCallSignatures()) {
      for (const all of [true, false]) {
        const list = this.#samples.argumentsOf(signature, all);
        if (list === undefined) continue;
        const call = `${callee}${isOptional ? "!" : ""}(${list})`;
        this.#add(`${before}${call}`);
        this.#useResult(before, call, signature.getReturnType());
      }
    }
  }

  /** Reads a result, also that of a promise, and handles all cases of a union. */
  #useResult(before: string, call: string, type: ts.Type): void {
    const typed = (text: string): string =>
      before.replace(/\) => $/, `): ${before.startsWith("async ") ? `Promise<${text}>` : text} => `);
    const text = this.#samples.plainText(type);
    if (text !== undefined) this.#add(typed(text) + call);
    const cases = type.isUnion() ? type.types : [];
    const literals = cases.flatMap((one) => (one.isStringLiteral() ? [JSON.stringify(one.value)] : []));
    const tags = cases.flatMap((one) => {
      const tag = one.getProperty("kind");
      const literal = tag && this.#checker.getTypeOfSymbol(tag);
      return literal?.isStringLiteral() === true ? [JSON.stringify(literal.value)] : [];
    });
    const [list, tag] = literals.length > 1 ? [literals, ""] : [tags, ".kind"];
    if (list.length > 1 && list.length === cases.length)
      this.#add(
        `${before}{ const result = ${call}; switch (result${tag}) { ${list.map((one) => `case ${one}: return 1;`).join(" ")} default: { const never: never = result; return never; } } }`,
      );
    const [item] = this.#checker.isArrayLikeType(type)
      ? this.#checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (item && !this.#checker.isTupleType(type)) this.#useResult(before, `${call}[0]!`, item);
    const [value] =
      type.symbol?.name === "Promise" ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    if (value) this.#useResult(`async ${before}`, `(await ${call})`, value);
    if (value || type.isUnion() || !(type.flags & ts.TypeFlags.Object)) return;
    if (this.#checker.isArrayLikeType(type)) return;
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (property.name.startsWith("__") || this.#samples.isCalled(this.#checker.getTypeOfSymbol(property)))
        continue;
      this.#add(`${before}${call}.${property.name}`);
      const own = this.#samples.plainText(this.#checker.getTypeOfSymbol(property));
      if (own !== undefined) this.#add(`${typed(own)}${call}.${property.name}`);
    }
  }
}
