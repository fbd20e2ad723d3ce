import { arrayOf, code, identifier, Imports, objectOf, string, type Code } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { findHolders, findPlaces, typeGoing, type Found, type Way } from "../model/places.js";
import type { RestApi, RestOperation } from "../model/rest-api.js";
import type { TypeSource } from "../model/type-source.js";

/** The file that says where schemas have values that are something else in JSON. */
export type PlacesView = {
  readonly imports: readonly Code[];
  readonly constants: readonly { readonly name: Code; readonly value: Code }[];
};

/** The ends of names of constants, behind the name of their schema. */
const endings: Readonly<Record<Way, string>> = {
  read: "Representations",
  sent: "SentRepresentations",
  addressed: "ParameterRepresentations",
};

/**
 * Prints where types have values that are something else in JSON. Schemas with names have a constant each, as far
 * as they are used; the parts of the runtime that are used are counted too.
 */
export class PlacesWriter {
  /** All 64-bit integers are numbers. */
  readonly isRounding: boolean;
  readonly #schemas: RestApi["schemas"];
  readonly #holders: Readonly<Record<Way, ReadonlySet<string>>>;
  readonly #constants = new Map<string, Code>();
  readonly #files = new Set<string>();

  constructor({ schemas, forms }: RestApi) {
    this.isRounding = (forms.int64 ?? "number") === "number";
    this.#schemas = schemas;
    this.#holders = {
      read: findHolders(schemas, "read"),
      sent: findHolders(schemas, "sent"),
      addressed: findHolders(schemas, "addressed"),
    };
  }

  /** The files of the runtime that the printed code needs. */
  get files(): readonly string[] {
    return [...this.#files].map((name) => `values/${name}.ts`);
  }

  /** A function of the runtime that knows such places. */
  runtime(name: "serialize" | "exact", value: string, imports: Imports): Code {
    this.#files.add(name).add("representations");
    return imports.value(`../runtime/values/${name}.js`, value);
  }

  /** Returns the places of such values in a type; undefined if it has none. */
  print(type: TypeSource, way: Way, { aliases }: RestOperation, imports: Imports): Code | undefined {
    const found = this.#find(type, way, aliases);
    return found && this.#place(found, way, (name) => imports.value("../representations.js", name));
  }

  /** The reader of JSON of a type; undefined if `JSON.parse` does. */
  parser(type: TypeSource, imports: Imports): Code | undefined {
    const found = this.#find(type, "read", []);
    if (!found) return undefined;
    this.#files.add("exact").add("representations");
    const parseExact = imports.value("./runtime/values/exact.js", "parseExact");
    const place = this.#place(found, "read", (name) => imports.value("./representations.js", name));
    return code`/*@__PURE__*/ ${parseExact}(${objectOf([["success", place]])})`;
  }

  /** The page of all constants; none if no value has such a form. */
  pages(): readonly Page<PlacesView>[] {
    if (this.#constants.size === 0) return [];
    const imports = new Imports([], "./representations.js");
    imports.type("./runtime/values/representations.js", "Representations");
    const constants = [...this.#constants].map(([name, value]) => ({ name: identifier(name), value }));
    const path = "src/representations.ts";
    return [{ path, template: `rest/${path}`, view: { imports: imports.lines(), constants } }];
  }

  #find(type: TypeSource, way: Way, aliases: RestOperation["aliases"]): Found | undefined {
    return findPlaces(type, { way, aliases, isHolding: (name) => this.#holders[way].has(name) });
  }

  #place(found: Found, way: Way, use: (name: string) => Code): Code {
    if (found.kind === "form") return string(found.form);
    if (found.kind === "named") return use(this.#constantOf(found.schema, way));
    // What has a name may contain the place at which it is named, and come before it in the file.
    const lazy = (one: Found): Code => {
      const place = this.#place(one, way, use);
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

  #constantOf(schema: string, way: Way): string {
    const known = this.#schemas.get(schema);
    const { typeName = "" } = known ?? {};
    const name = `${typeName.slice(0, 1).toLowerCase()}${typeName.slice(1)}${endings[way]}`;
    if (known && !this.#constants.has(name)) {
      this.#constants.set(name, code`{}`);
      const found = this.#find(typeGoing(way, known), way, []);
      const place = found && this.#place(found, way, identifier);
      if (place) this.#constants.set(name, found.kind === "named" ? code`() => ${place}` : place);
    }
    return name;
  }
}
