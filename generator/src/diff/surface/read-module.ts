import { ts } from "ts-morph";
import { noteOf } from "./notes.js";
import { membersOf, objectOf, shapeOf, signatureOf } from "./shapes.js";
import { inferred, type Declared, type Member, type Note, type Shape } from "./surface.js";
import { textOf } from "./type-text.js";

/** What a module declares and passes on, before anything is resolved. */
export interface ModuleSurface {
  /** Names that it declares, exported or not. */
  readonly declared: ReadonlyMap<string, Declared>;
  readonly exports: readonly NamedExport[];
  /** Modules of which it exports everything. */
  readonly stars: readonly string[];
}

/** An exported name, what it is called inside, and the other module that it is of. */
export interface NamedExport {
  readonly name: string;
  readonly local: string;
  readonly from?: string;
}

/** Comments are looked at where they are needed, which is less than the compiler does. */
const language = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Codecs as they are printed, from what makes them to the end of its arguments. */
const codecs = [
  /= \/\*@__PURE__\*\/ defineMessage<[\w$]+>\(\n[^]*?\n\);\n/g,
  /=\n {2}\/\*@__PURE__\*\/ defineMessage<[\w$]+>\(\n[^]*?\n {2}\);\n/g,
];

/** The text without what its types do not need: most of a module of messages is codecs, and most of a run would be their parsing. */
function withoutCodecs(text: string): string {
  return codecs.reduce((rest, codec) => rest.replaceAll(codec, ";\n"), text);
}

/** Reads the text of a module, sources and declarations (`.d.ts`) alike. */
export function readModule(module: string, text: string): ModuleSurface {
  const source = ts.createSourceFile(`${module}.ts`, withoutCodecs(text), language);
  const declared = new Map<string, Declared>();
  const exports: NamedExport[] = [];
  const stars: string[] = [];
  for (const statement of source.statements) {
    for (const part of partsOf(statement, source)) {
      declared.set(part.name, joined(declared.get(part.name), { ...part, module }));
      if (isExported(statement)) exports.push({ name: part.name, local: part.name });
    }
    if (!ts.isExportDeclaration(statement)) continue;
    const from =
      statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier)
        ? statement.moduleSpecifier.text
        : undefined;
    const clause = statement.exportClause;
    if (!clause && from !== undefined) stars.push(from);
    if (clause && ts.isNamedExports(clause)) {
      for (const { name, propertyName } of clause.elements)
        exports.push({
          name: name.text,
          local: (propertyName ?? name).text,
          ...(from !== undefined && { from }),
        });
    }
  }
  return { declared: withEnumValues(declared), exports: unique(exports), stars };
}

type Part = Omit<Declared, "module">;

function partsOf(statement: ts.Statement, source: ts.SourceFile): Part[] {
  const note = noteOf(statement, source);
  if (ts.isInterfaceDeclaration(statement)) {
    const shape = objectOf(membersOf(statement.members, source), statement.name.text);
    return [
      {
        name: statement.name.text,
        note,
        type: { kind: "interface", head: headOf(statement, source), shape },
        value: undefined,
      },
    ];
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    const type = {
      kind: "alias",
      head: headOf(statement, source),
      shape: shapeOf(statement.type, source),
    } as const;
    return [{ name: statement.name.text, note, type, value: undefined }];
  }
  if (ts.isClassDeclaration(statement) && statement.name)
    return [classOf(statement.name.text, statement, note, source)];
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    const signature = signatureOf(statement, source);
    const shape: Shape = { kind: "function", text: signature.text, signatures: [signature] };
    return [{ name: statement.name.text, note, type: undefined, value: { kind: "function", shape } }];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap((one) => {
    if (!ts.isIdentifier(one.name)) return [];
    const shape = one.type ? shapeOf(one.type, source) : shapeOfValue(one.initializer, source);
    return [{ name: one.name.text, note, type: undefined, value: { kind: "const", shape } as const }];
  });
}

function isOfClass({ name }: Member): boolean {
  return name === "constructor" || name.startsWith("static ");
}

function classOf(name: string, node: ts.ClassDeclaration, note: Note, source: ts.SourceFile): Part {
  const members = membersOf(node.members, source);
  const shape = objectOf(
    members.filter((one) => !isOfClass(one)),
    name,
  );
  return {
    name,
    note,
    type: { kind: "class", head: headOf(node, source), shape },
    value: { kind: "class", shape: objectOf(members.filter(isOfClass), `class ${name}`) },
  };
}

/** Type parameters, and what is extended. */
function headOf(
  node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration,
  source: ts.SourceFile,
): string {
  const own = (node.typeParameters ?? []).map((one) => textOf(one, source)).join(", ");
  const clauses = "heritageClauses" in node ? (node.heritageClauses ?? []) : [];
  const more = clauses.map((one) => textOf(one, source));
  return [own === "" ? "" : `<${own}>`, ...more].filter((text) => text !== "").join(" ");
}

/** The type that a literal shows; what would have to be inferred is not looked at. */
function shapeOfValue(node: ts.Expression | undefined, source: ts.SourceFile): Shape {
  if (!node) return inferred;
  if (ts.isAsExpression(node)) return shapeOfValue(node.expression, source);
  if (ts.isLiteralExpression(node) || ts.isPrefixUnaryExpression(node))
    return { kind: "text", text: textOf(node, source) };
  if (!ts.isObjectLiteralExpression(node)) return inferred;
  const members = node.properties.flatMap((one): Member[] => {
    if (!ts.isPropertyAssignment(one) || ts.isComputedPropertyName(one.name)) return [];
    const name = "text" in one.name ? one.name.text : textOf(one.name, source);
    const shape = shapeOfValue(one.initializer, source);
    return [{ name, isOptional: false, isReadonly: true, note: noteOf(one, source), shape }];
  });
  return objectOf(members, `{ ${members.map(({ name, shape }) => `${name}: ${shape.text}`).join("; ")} }`);
}

/** A name that is declared as a type and as a value is one. */
function joined(before: Declared | undefined, more: Declared): Declared {
  if (!before) return more;
  const value =
    before.value?.shape.kind === "function" && more.value?.shape.kind === "function"
      ? { kind: "function" as const, shape: overloaded(before.value.shape, more.value.shape) }
      : (more.value ?? before.value);
  return {
    ...before,
    note: { ...more.note, ...before.note },
    type: more.type ?? before.type,
    value,
  };
}

function overloaded(a: Shape & { kind: "function" }, b: Shape & { kind: "function" }): Shape {
  const signatures = [...a.signatures, ...b.signatures];
  return { kind: "function", text: signatures.map(({ text }) => text).join("; "), signatures };
}

/** The object of an enum has its values in a constant that is not exported: it gets them for its members. */
function withEnumValues(declared: ReadonlyMap<string, Declared>): ReadonlyMap<string, Declared> {
  const result = new Map(declared);
  for (const [name, one] of declared) {
    const [, values] = /^EnumType<typeof ([\w$]+)>$/.exec(one.value?.shape.text ?? "") ?? [];
    const shape = values === undefined ? undefined : declared.get(values)?.value?.shape;
    if (shape) result.set(name, { ...one, value: { kind: "enum", shape } });
  }
  return result;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function unique<T extends { name: string }>(list: readonly T[]): T[] {
  return [...new Map(list.map((one) => [one.name, one])).values()];
}
