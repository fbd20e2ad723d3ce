import {
  bigint,
  code,
  docBlock,
  joined,
  json,
  literal,
  propertyName,
  string,
  type Code,
  type Imports,
} from "../../kit/code/code.js";
import type { RestApi } from "../model/rest-api.js";
import { makeUnion, scalar, type Direction, type TypeMember, type TypeSource } from "../model/type-source.js";
import type { ValueForm } from "../model/value-forms.js";

/** Prints types into one file, and imports what they need. */
export class TypePrinter {
  readonly #names: RestApi["schemas"];
  readonly #imports: Imports;
  readonly #root: "./" | "../";
  readonly #aliases: string;

  /**
   * `root` leads from the file to the package's sources; `aliases` is the module
   * that declares the types of operations.
   */
  constructor(names: RestApi["schemas"], imports: Imports, root: "./" | "../", aliases = "") {
    this.#names = names;
    this.#imports = imports;
    this.#root = root;
    this.#aliases = aliases;
  }

  print(type: TypeSource): Code {
    switch (type.kind) {
      case "scalar":
        return this.#scalar(type.name);
      case "values":
        return joined(
          type.values.map((value) => printLiteral(value, type.form)),
          " | ",
        );
      case "union":
      case "intersection": {
        const parts = type.parts.map((part) => this.#inner(part));
        // Different forms may have the same type.
        return joined([...new Set(parts)], type.kind === "union" ? " | " : " & ");
      }
      case "list":
        return code`${this.#inner(type.item)}[]`;
      case "tuple":
        return this.#tuple(type);
      case "required":
        return this.#required(type);
      case "events":
      case "lines":
        return this.#stream(type.kind, type.item);
      case "object":
        return this.#object(type.members, type.rest);
      case "alias":
        return this.#imports.type(this.#aliases, type.name);
      case "named":
        return this.#named(type.schema, type.direction);
    }
  }

  #scalar(name: Extract<TypeSource, { kind: "scalar" }>["name"]): Code {
    if (name === "Bytes") return this.#imports.type(`${this.#root}runtime/body.js`, "Bytes");
    if (name === "ByteStream") return literal("ReadableStream<Uint8Array>");
    return isValueForm(name) ? literal(names[name]) : literal(name);
  }

  #named(name: string, direction: Direction): Code {
    const schema = this.#names.get(name);
    if (!schema) return literal("unknown");
    const typeName = (direction === "request" ? schema.requestName : undefined) ?? schema.typeName;
    return this.#imports.type(`${this.#root}models.js`, typeName);
  }

  /** Prints a part of a larger type, in parentheses if it binds less tightly. */
  #inner(type: TypeSource): Code {
    const isLoose =
      type.kind === "union" ||
      type.kind === "intersection" ||
      type.kind === "required" ||
      (type.kind === "values" && type.values.length > 1);
    return isLoose ? code`(${this.print(type)})` : this.print(type);
  }

  #tuple({ items, requiredCount, rest }: Extract<TypeSource, { kind: "tuple" }>): Code {
    const parts = items.map((item, index) =>
      index < requiredCount ? this.print(item) : code`${this.#inner(item)}?`,
    );
    if (rest) parts.push(code`...${this.#inner(rest)}[]`);
    return code`[${joined(parts, ", ")}]`;
  }

  #required({ type, names, isUnion }: Extract<TypeSource, { kind: "required" }>): Code {
    const printed = this.print(type);
    const keys = joined(names.map(string), " | ");
    if (!isUnion) return code`${printed} & Required<Pick<${printed}, ${keys}>>`;
    // Null has no properties, and a union those of all its members.
    const some = code`NonNullable<${printed}>`;
    return code`${printed} & Required<Pick<${some}, Extract<keyof ${some}, ${keys}>>>`;
  }

  #stream(kind: "events" | "lines", item: TypeSource): Code {
    const file = `${this.#root}runtime/stream.js`;
    const stream = this.#imports.type(file, "ResponseStream");
    if (kind === "lines") return code`${stream}<${this.print(item)}>`;
    return code`${stream}<${this.#imports.type(file, "ServerEvent")}<${this.print(item)}>>`;
  }

  #object(members: readonly TypeMember[], rest: TypeSource | undefined): Code {
    if (members.length === 0)
      return rest ? code`{ [key: string]: ${this.print(rest)} }` : literal("Record<string, never>");
    const lines = members.map(({ name, isOptional, isDeprecated, description, type }) => {
      const doc = docBlock(isDeprecated ? { text: description, deprecated: "" } : { text: description });
      return code`${doc}${propertyName(name)}${isOptional ? code`?` : code``}: ${this.print(type)};`;
    });
    // TypeScript requires that the properties fit the index signature too.
    const types = rest && [rest, ...members.map(({ type }) => type)];
    const hasOptional = members.some(({ isOptional }) => isOptional);
    const all = types && makeUnion([...types, ...(hasOptional ? [scalar("undefined")] : [])]);
    const index = all ? [code`[key: string]: ${this.print(all)};`] : [];
    return code`{\n${joined([...lines, ...index], "\n")}\n}`;
  }
}

/** Prints a literal. A bigint in the type `number` is printed with all its digits. */
function printLiteral(value: unknown, form: ValueForm | undefined): Code {
  if (typeof value !== "bigint") return json(value);
  return bigint(value, form === "bigint" ? "n" : "");
}

/** The TypeScript types of value forms. */
const names = {
  "safe integer": "number",
  bigint: "bigint",
  digits: "string",
  date: "Date",
} as const satisfies Readonly<Record<ValueForm, string>>;

function isValueForm(name: string): name is ValueForm {
  return Object.hasOwn(names, name);
}
