import { alternativeText } from "./shapes.js";
import {
  inferred,
  isForeign,
  type Declared,
  type Member,
  type Note,
  type Shape,
  type Signature,
} from "./surface.js";

/**
 * Returns the declarations of a name as in a `.d.ts` file: the value, then the type, with each overload of a
 * function. Members are sorted by name, and the values of an enum are in its type.
 * @param name The name that programs import.
 */
export function declarationTexts(name: string, declared: Declared): string[] {
  const { type, value, module, note } = declared;
  if (isForeign(declared)) return [`export { ${name} } from ${JSON.stringify(module)};`];
  if (type?.kind === "class") return [classText(name, declared)];
  const values = value ? valueTexts(name, value, note) : [];
  if (!type) return values;
  const mark = deprecationLine(note, "");
  if (type.kind === "alias")
    return [...values, `${mark}type ${name}${type.head} = ${aliasText(type.shape)};`];
  const head = type.head === "" || type.head.startsWith("<") ? type.head : ` ${type.head}`;
  return [...values, `${mark}interface ${name}${head} ${blockText(membersOf(type.shape))}`];
}

function classText(name: string, { type, value, note }: Declared): string {
  const members = [value, type].flatMap((part) => (part ? membersOf(part.shape) : []));
  const head = type?.head ?? "";
  const space = head === "" || head.startsWith("<") ? "" : " ";
  const word = type?.construction === "abstract" ? "abstract class" : "class";
  const isOpen = type?.construction === undefined || type.construction === "abstract";
  const closed = isOpen ? [] : [`  ${type.construction} constructor();`];
  return `${deprecationLine(note, "")}${word} ${name}${space}${head} ${blockText(members, closed)}`;
}

function valueTexts(
  name: string,
  { kind, head, shape, isConstEnum = false }: NonNullable<Declared["value"]>,
  note: Note,
): string[] {
  if (shape.kind === "function" && kind === "function")
    return shape.signatures.map((one) => `${deprecationLine(one.note, "")}function ${name}${callText(one)};`);
  const mark = deprecationLine(note, "");
  if (kind === "enum") {
    const values = blockText(membersOf(shape));
    return [
      head === ""
        ? `${mark}${isConstEnum ? "const " : ""}enum ${name} ${values}`
        : `${mark}const ${name}: ${head}<${values}>;`,
    ];
  }
  if (shape === inferred) return [`${mark}const ${name};`];
  const isPlain = shape.kind === "object" && shape.members.every((member) => member.kind !== "base");
  return [`${mark}const ${name}: ${isPlain ? blockText(shape.members) : typeText(shape)};`];
}

/** Returns the text of an alias. Properties that it writes out are a block. */
function aliasText(shape: Shape): string {
  if (shape.kind !== "object") return typeText(shape);
  const bases = shape.members.filter(({ kind }) => kind === "base");
  const others = shape.members.filter(({ kind }) => kind !== "base");
  return [...bases.map((base) => typeText(base.shape)), blockText(others)].join(" & ");
}

/** A type as it is written, alternatives of a union in their order. */
function typeText(shape: Shape): string {
  if (shape.kind === "union")
    return shape.arms
      .map(({ shape: arm }) => alternativeText({ kind: arm.kind, text: typeText(arm) }))
      .join(" | ");
  if (shape.kind !== "function") return shape.text;
  return shape.signatures.map((one) => callText(one, " => ")).join("; ");
}

/** `<T>(a: A, b?: B): C` */
function callText({ head, parameters, returns }: Signature, arrow = ": "): string {
  const list = parameters.map(({ name, isOptional, shape }) => {
    const mark = isOptional && !name.startsWith("...") ? "?" : "";
    return `${name}${mark}${shape === inferred ? "" : `: ${typeText(shape)}`}`;
  });
  return `${head}(${list.join(", ")})${returns === inferred ? "" : `${arrow}${typeText(returns)}`}`;
}

function membersOf(shape: Shape): readonly Member[] {
  return shape.kind === "object" ? shape.members : [];
}

/** Values of an enum are in the order of their numbers, all else in that of names. */
function blockText(members: readonly Member[], first: readonly string[] = []): string {
  const isEnum = members[0]?.kind === "value";
  const lines = [...first, ...(isEnum ? members : members.toSorted(byName)).flatMap(memberTexts)];
  return lines.length === 0 ? "{}" : `{\n${lines.map((line) => `${line}\n`).join("")}}`;
}

function memberTexts({ name, kind, isReadonly, isOptional, note, shape }: Member): string[] {
  const [, modifiers = "", key = ""] = /^((?:protected )?(?:static )?)(.*)$/s.exec(name) ?? [];
  const words = `${modifiers}${isReadonly && kind !== "value" ? "readonly " : ""}`;
  const type = shape === inferred ? "" : `: ${typeText(shape)}`;
  if (kind === "signature" && shape.kind !== "function") return [memberLine(note, `${words}${key}${type}`)];
  if (shape.kind === "function" && kind !== "property") {
    const start = kind === "method" ? `${words}${keyText(key)}${isOptional ? "?" : ""}` : signatureStart(key);
    return shape.signatures.map((one) => memberLine(one.note, `${start}${callText(one)}`));
  }
  return [memberLine(note, `${words}${keyText(key)}${isOptional ? "?" : ""}${type}`)];
}

function memberLine(note: Note, text: string): string {
  return `${deprecationLine(note, "  ")}  ${text};`;
}

/** Returns the text before a signature without a name. */
function signatureStart(key: string): string {
  return key === "()" ? "" : key === "new" ? "new " : key;
}

function keyText(key: string): string {
  const isWritten = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) || key.startsWith("[");
  return isWritten ? key : JSON.stringify(key);
}

/** Constructors and signatures without a name first; of one name that of the class before that of its objects. */
function byName(a: Member, b: Member): number {
  const [left, right] = [sortedAs(a), sortedAs(b)];
  if (left !== right) return left < right ? -1 : 1;
  return Number(b.isStatic) - Number(a.isStatic);
}

function sortedAs({ name, kind, isStatic }: Member): string {
  if (kind === "constructor" || kind === "signature") return "";
  return isStatic ? name.slice("static ".length) : name;
}

function deprecationLine({ deprecated }: Note, indent: string): string {
  return deprecated === undefined ? "" : `${indent}/** ${`@deprecated ${deprecated}`.trim()} */\n`;
}
