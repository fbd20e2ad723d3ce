/** Writes values of types as expressions, for the programs that `uses.fixture.ts` writes. */
import { ts } from "ts-morph";

export class Samples {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  argumentsOf({ parameters }: ts.Signature, all: boolean): string | undefined {
    const list: string[] = [];
    for (const parameter of parameters) {
      const [node] = parameter.declarations ?? [];
      const declared = node && ts.isParameter(node) ? node : undefined;
      if (!all && (declared?.questionToken ?? declared?.initializer ?? declared?.dotDotDotToken)) break;
      const type = this.#checker.getTypeOfSymbol(parameter);
      const [element] = declared?.dotDotDotToken
        ? this.#checker.getTypeArguments(type as ts.TypeReference)
        : [];
      const text = this.sample(element ?? type, 3, all);
      if (text === undefined) return undefined;
      list.push(text, ...(element ? [text] : []));
    }
    return list.join(", ");
  }

  /** Returns an expression of a type; undefined if none can be written without the package. */
  sample(type: ts.Type, depth: number, all: boolean): string | undefined {
    const { flags } = type;
    if (depth === 0) return undefined;
    if (flags & ts.TypeFlags.TypeParameter) {
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return constraint && constraint !== type && !(constraint.flags & ts.TypeFlags.Unknown)
        ? this.sample(constraint, depth, all)
        : "1";
    }
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return "1";
    if (type.isStringLiteral()) return JSON.stringify(type.value);
    if (type.isNumberLiteral()) return String(type.value);
    if (flags & ts.TypeFlags.String) return '"" as string';
    if (flags & ts.TypeFlags.Number) return "1 as number";
    if (flags & ts.TypeFlags.BooleanLike) return "true";
    if (flags & ts.TypeFlags.BigInt) return "1n";
    if (flags & ts.TypeFlags.Undefined) return "undefined";
    if (flags & ts.TypeFlags.Null) return "null";
    if (flags & ts.TypeFlags.Void) return "undefined";
    if (type.isUnion()) {
      const list = type.types.map((one) => this.sample(one, depth, all));
      const text = list.every((one) => one !== undefined)
        ? type.types.map((one) => this.plainText(one) ?? "").join(" | ")
        : "";
      return text !== "" && !/ \| $|^ \| /.test(text) && !text.includes(" |  | ")
        ? `${list[0] ?? ""} as ${text}`
        : list[0];
    }
    if (this.#checker.isTupleType(type)) return undefined;
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
      const one = element && this.sample(element, depth - 1, all);
      if (one === undefined) return undefined;
      const text = this.plainText(type);
      return text === undefined ? `[${one}]` : `[${one}] as ${text}`;
    }
    if (this.isCalled(type)) return this.#sampleFunction(type, depth, all);
    return this.#hasPrivate(type) ? undefined : this.#sampleObject(type, depth, all);
  }

  #sampleFunction(type: ts.Type, depth: number, all: boolean): string | undefined {
    const [signature] = type.getCallSignatures();
    if (!signature) return undefined;
    const parameters = signature.parameters.map((one) => {
      const text = this.plainText(this.#checker.getTypeOfSymbol(one));
      return text === undefined ? one.name : `${one.name}: ${text}`;
    });
    const result = signature.getReturnType();
    if (result.flags & (ts.TypeFlags.Void | ts.TypeFlags.Unknown)) return `(${parameters.join(", ")}) => {}`;
    const value = this.sample(result, depth - 1, all);
    return value === undefined ? undefined : `(${parameters.join(", ")}) => (${value})`;
  }

  #sampleObject(type: ts.Type, depth: number, all: boolean): string | undefined {
    const list: string[] = [];
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      if (isOptional && !all) continue;
      const value = this.sample(
        isOptional
          ? this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(property))
          : this.#checker.getTypeOfSymbol(property),
        depth - 1,
        all,
      );
      if (value === undefined) return undefined;
      list.push(`${property.name}: ${value}`);
    }
    if (
      all &&
      this.#checker.getIndexInfosOfType(type).some(({ keyType }) => keyType.flags & ts.TypeFlags.String)
    ) {
      const value = this.#checker.getIndexInfosOfType(type)[0];
      const text = value && this.sample(value.type, depth - 1, all);
      if (text !== undefined) list.push(`"other-key": ${text}`);
    }
    return `{ ${list.join(", ")} }`;
  }

  /** Returns the text of a type that needs no names of the package. */
  plainText(type: ts.Type): string | undefined {
    const text = this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    const words = text.replaceAll(/"[^"]*"/g, "").match(/[A-Za-z_$][\w$]*(?!\w*\??:)/g) ?? [];
    const isPlain = words.every((one) =>
      /^(?:string|number|boolean|bigint|undefined|null|void|readonly|Promise|true|false|unknown)$/.test(one),
    );
    return isPlain && !text.includes("{") ? text : undefined;
  }

  isCalled(type: ts.Type): boolean {
    return this.#checker.getNonNullableType(type).getCallSignatures().length > 0;
  }

  isHidden({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some(
      (one) =>
        (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.NonPublicAccessibilityModifier) !== 0 ||
        ("name" in one && ts.isPrivateIdentifier(one.name as ts.Node)),
    );
  }

  #hasPrivate(type: ts.Type): boolean {
    return this.#checker
      .getPropertiesOfType(type)
      .some((one) => this.isHidden(one) || one.name.startsWith("__#"));
  }
}
