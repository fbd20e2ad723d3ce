import { arrayOf, code, identifier, Imports, objectOf, string, type Code } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import {
  findSchemasWithRepresentations,
  findRepresentations,
  selectType,
  type Representations,
  type ValueUse,
} from "../model/representations.js";
import type { RestApi, RestOperation } from "../model/rest-api.js";
import type { TypeSource } from "../model/type-source.js";

/** The file with the locations of converted values in schemas. */
export type RepresentationsView = {
  readonly imports: readonly Code[];
  readonly constants: readonly { readonly name: Code; readonly value: Code }[];
};

/** The suffixes of constants, after the name of their schema. */
const constantSuffixes: Readonly<Record<ValueUse, string>> = {
  read: "Representations",
  sent: "SentRepresentations",
  addressed: "ParameterRepresentations",
};

/**
 * Prints the locations of converted values in types, such as `bigint` and `Date`. Each used schema gets a constant.
 */
export class RepresentationsWriter {
  /** Whether 64-bit integers are numbers. */
  readonly hasNumberInt64: boolean;
  readonly #schemas: RestApi["schemas"];
  readonly #schemaNames: Readonly<Record<ValueUse, ReadonlySet<string>>>;
  readonly #constants = new Map<string, Code>();

  constructor({ schemas, forms }: RestApi) {
    this.hasNumberInt64 = (forms.int64 ?? "number") === "number";
    this.#schemas = schemas;
    this.#schemaNames = {
      read: findSchemasWithRepresentations(schemas, "read"),
      sent: findSchemasWithRepresentations(schemas, "sent"),
      addressed: findSchemasWithRepresentations(schemas, "addressed"),
    };
  }

  /** Imports a function of the runtime that converts values. */
  useRuntime(name: "serialize" | "exact", value: string, imports: Imports): Code {
    return imports.value(`../runtime/values/${name}.js`, value);
  }

  /** Prints the locations of converted values in a type. Returns undefined if it has none. */
  print(type: TypeSource, use: ValueUse, { aliases }: RestOperation, imports: Imports): Code | undefined {
    const found = this.#findIn(type, use, aliases);
    return (
      found && this.#printRepresentations(found, use, (name) => imports.value("../representations.js", name))
    );
  }

  /** Prints the JSON parser of a type. Returns undefined if `JSON.parse` suffices. */
  printParser(type: TypeSource, imports: Imports): Code | undefined {
    const found = this.#findIn(type, "read", []);
    if (!found) return undefined;
    const parseExact = imports.value("./runtime/values/exact.js", "parseExact");
    const place = this.#printRepresentations(found, "read", (name) =>
      imports.value("./representations.js", name),
    );
    return code`/*@__PURE__*/ ${parseExact}(${objectOf([["success", place]])})`;
  }

  /** Returns the page of all constants, if there are any. */
  pages(): readonly Page<RepresentationsView>[] {
    if (this.#constants.size === 0) return [];
    const imports = new Imports([], "./representations.js");
    imports.type("./runtime/values/representations.js", "Representations");
    const constants = [...this.#constants].map(([name, value]) => ({ name: identifier(name), value }));
    const path = "src/representations.ts";
    return [{ path, template: `rest/${path}`, view: { imports: imports.lines(), constants } }];
  }

  #findIn(type: TypeSource, use: ValueUse, aliases: RestOperation["aliases"]): Representations | undefined {
    return findRepresentations(type, {
      use,
      aliases,
      hasRepresentations: (name) => this.#schemaNames[use].has(name),
    });
  }

  #printRepresentations(found: Representations, valueUse: ValueUse, use: (name: string) => Code): Code {
    if (found.kind === "form") return string(found.form);
    if (found.kind === "named") return use(this.#addConstant(found.schema, valueUse));
    // A named schema may be recursive, or be declared later in the file.
    const lazy = (one: Representations): Code => {
      const place = this.#printRepresentations(one, valueUse, use);
      return one.kind === "named" ? code`() => ${place}` : place;
    };
    if (found.kind === "tuple")
      return objectOf([["items", arrayOf(found.items.map((item) => (item ? lazy(item) : code`null`)))]]);
    const { properties, rest, items, parts } = found;
    const named = [...properties].map(([name, one]) => [name, lazy(one)] as const);
    return objectOf([
      ["properties", named.length > 0 && objectOf(named)],
      ["rest", rest !== undefined && lazy(rest)],
      ["items", items !== undefined && lazy(items)],
      ["parts", parts.length > 0 && arrayOf(parts.map(lazy))],
    ]);
  }

  #addConstant(schema: string, use: ValueUse): string {
    const known = this.#schemas.get(schema);
    const { typeName = "" } = known ?? {};
    const name = `${typeName.slice(0, 1).toLowerCase()}${typeName.slice(1)}${constantSuffixes[use]}`;
    if (known && !this.#constants.has(name)) {
      this.#constants.set(name, code`{}`);
      const found = this.#findIn(selectType(use, known), use, []);
      const place = found && this.#printRepresentations(found, use, identifier);
      if (place) this.#constants.set(name, found.kind === "named" ? code`() => ${place}` : place);
    }
    return name;
  }
}
