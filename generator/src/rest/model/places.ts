import type { NamedSchema, RestApi, RestOperation } from "./rest-api.js";
import type { TypeSource } from "./type-source.js";

/** A value is read, is sent in a body, or is part of an address or a header. */
export type Way = "read" | "sent" | "addressed";

/** The places in a type whose values have another form in JSON. */
export type Found =
  | { readonly kind: "form"; readonly form: string }
  | { readonly kind: "named"; readonly schema: string }
  | { readonly kind: "tuple"; readonly items: readonly (Found | undefined)[] }
  | {
      readonly kind: "inside";
      readonly properties: ReadonlyMap<string, Found>;
      readonly rest: Found | undefined;
      readonly items: Found | undefined;
      readonly parts: readonly Found[];
    };

/** A search with the types around it. */
export interface Search {
  readonly way: Way;
  readonly aliases: RestOperation["aliases"];
  /** A schema of this name has such places. */
  readonly isHolding: (name: string) => boolean;
}

/** The forms that count: of numbers a guard says whether they were rounded, and in an address all but a date is plain. */
const forms: Readonly<Record<Way, readonly string[]>> = {
  read: ["bigint", "digits", "date"],
  sent: ["safe integer", "bigint", "digits", "date"],
  addressed: ["date"],
};

const inside = {
  kind: "inside",
  properties: new Map(),
  rest: undefined,
  items: undefined,
  parts: [],
} as const;

/** The places of such values in a type; undefined if it has none. */
export function findPlaces(type: TypeSource, search: Search): Found | undefined {
  const find = (one: TypeSource): Found | undefined => findPlaces(one, search);
  switch (type.kind) {
    case "scalar":
      return forms[search.way].includes(type.name) ? { kind: "form", form: type.name } : undefined;
    case "named":
      return search.isHolding(type.schema) ? { kind: "named", schema: type.schema } : undefined;
    case "alias": {
      const alias = search.aliases.find(({ name }) => name === type.name);
      return alias && find(alias.type);
    }
    case "required":
      return find(type.type);
    case "list": {
      const items = find(type.item);
      return items && { ...inside, items };
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
      return parts.length > 1 ? { ...inside, parts } : parts[0];
    }
    case "object": {
      const members = type.members.map(({ name, type: member }) => [name, find(member)] as const);
      const properties = new Map(members.flatMap(([name, found]) => (found ? [[name, found]] : [])));
      const rest = type.rest && find(type.rest);
      return properties.size > 0 || rest ? { ...inside, properties, rest } : undefined;
    }
    case "values":
      return undefined;
  }
}

/** The type of a schema that goes one way. */
export function typeGoing(way: Way, { type, requestType }: NamedSchema): TypeSource {
  return way === "read" ? type : (requestType ?? type);
}

/** The names of schemas that have such places, or name one that does. */
export function findHolders(schemas: RestApi["schemas"], way: Way): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const holding = new Set<string>();
  for (const [name, schema] of schemas) {
    const isHolding = (target: string): boolean => {
      users.set(target, [...(users.get(target) ?? []), name]);
      return false;
    };
    if (findPlaces(typeGoing(way, schema), { way, aliases: [], isHolding })) holding.add(name);
  }
  // What names one is one: the set grows as it is walked.
  for (const name of holding) for (const user of users.get(name) ?? []) holding.add(user);
  return holding;
}
