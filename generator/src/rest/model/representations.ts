import type { NamedSchema, RestApi, RestOperation } from "./rest-api.js";
import type { TypeSource } from "./type-source.js";

/** How a value is used: read from a response, sent in a request body, or sent in a URL or header. */
export type ValueUse = "read" | "sent" | "addressed";

/** The parts of a type whose values are converted from or to JSON, such as `bigint` and `Date`. */
export type Representations =
  | { readonly kind: "form"; readonly form: string }
  | { readonly kind: "named"; readonly schema: string }
  | { readonly kind: "tuple"; readonly items: readonly (Representations | undefined)[] }
  | {
      readonly kind: "nested";
      readonly properties: ReadonlyMap<string, Representations>;
      readonly rest: Representations | undefined;
      readonly items: Representations | undefined;
      readonly parts: readonly Representations[];
    };

/** The parameters of a search. */
export interface Search {
  readonly use: ValueUse;
  readonly aliases: RestOperation["aliases"];
  /** Whether the schema of this name has converted values. */
  readonly hasRepresentations: (name: string) => boolean;
}

/** The forms to convert. Guards report rounded numbers in responses, and URLs need a conversion only for dates. */
const forms: Readonly<Record<ValueUse, readonly string[]>> = {
  read: ["bigint", "digits", "date"],
  sent: ["safe integer", "bigint", "digits", "date"],
  addressed: ["date"],
};

const nested = {
  kind: "nested",
  properties: new Map(),
  rest: undefined,
  items: undefined,
  parts: [],
} as const;

/** Finds the converted values in a type. Returns undefined if it has none. */
export function findRepresentations(type: TypeSource, search: Search): Representations | undefined {
  const find = (one: TypeSource): Representations | undefined => findRepresentations(one, search);
  switch (type.kind) {
    case "scalar":
      return forms[search.use].includes(type.name) ? { kind: "form", form: type.name } : undefined;
    case "named":
      return search.hasRepresentations(type.schema) ? { kind: "named", schema: type.schema } : undefined;
    case "alias": {
      const alias = search.aliases.find(({ name }) => name === type.name);
      return alias && find(alias.type);
    }
    case "required":
      return find(type.type);
    case "list": {
      const items = find(type.item);
      return items && { ...nested, items };
    }
    case "events":
    case "lines":
      return find(type.item);
    case "tuple": {
      const items = type.items.map(find);
      return items.some((item) => item) ? { kind: "tuple", items } : undefined;
    }
    case "union":
    case "intersection": {
      const parts = type.parts.flatMap((part) => find(part) ?? []);
      return parts.length > 1 ? { ...nested, parts } : parts[0];
    }
    case "object": {
      const members = type.members.map(({ name, type: member }) => [name, find(member)] as const);
      const properties = new Map(members.flatMap(([name, found]) => (found ? [[name, found]] : [])));
      const rest = type.rest && find(type.rest);
      return properties.size > 0 || rest ? { ...nested, properties, rest } : undefined;
    }
    case "values":
      return type.form && forms[search.use].includes(type.form)
        ? { kind: "form", form: type.form }
        : undefined;
  }
}

/** Returns the type of a schema for a use. */
export function selectType(use: ValueUse, { type, requestType }: NamedSchema): TypeSource {
  return use === "read" ? type : (requestType ?? type);
}

/** Returns the names of schemas that have converted values, directly or through references. */
export function findSchemasWithRepresentations(
  schemas: RestApi["schemas"],
  use: ValueUse,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [name, schema] of schemas) {
    const hasRepresentations = (target: string): boolean => {
      users.set(target, [...(users.get(target) ?? []), name]);
      return false;
    };
    if (findRepresentations(selectType(use, schema), { use, aliases: [], hasRepresentations }))
      found.add(name);
  }
  // Users of a found schema are found as well: the set grows while it is iterated.
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}
