import type { SpecNode } from "../read/spec-node.js";
import { findMark, type Mark } from "./discriminators.js";
import { isFile, isHidden } from "./schema-facts.js";
import type { SchemaReader } from "./schemas.js";
import {
  anyObject,
  makeIntersection,
  scalar,
  makeUnion,
  type Said,
  type Side,
  type TypeMember,
  type TypeSource,
} from "./type-source.js";
import { findForm } from "./value-forms.js";

/**
 * Reads schemas into types, by the same reading of them that openapi-typescript
 * has, which tests compare; but a type has two sides where it has properties
 * that only ever go one way.
 */
export class TypeReader {
  readonly #schemas: SchemaReader;
  readonly #hasFiles: boolean;
  readonly #known: Readonly<Record<Side, Map<unknown, TypeSource>>>;

  /** `hasFiles`: text in binary format is a file, as in forms. */
  constructor(schemas: SchemaReader, hasFiles = false) {
    this.#schemas = schemas;
    this.#hasFiles = hasFiles;
    this.#known = {
      answer: schemas.typesFor(`answer ${hasFiles}`),
      request: schemas.typesFor(`request ${hasFiles}`),
    };
  }

  /** The type of a schema. */
  read(node: SpecNode, side: Side, required: readonly string[] = []): TypeSource {
    if (required.length > 0) return this.#read(node, side, required);
    const cache = this.#known[side];
    const known = cache.get(node.value);
    if (known !== undefined) return known;
    const type = this.#read(node, side, required);
    cache.set(node.value, type);
    return type;
  }

  #read(node: SpecNode, side: Side, required: readonly string[]): TypeSource {
    if (node.value === true || !this.#schemas.isUsable(node)) return scalar("unknown");
    if (node.getValue("$ref") !== undefined) {
      const target = node.findTarget();
      if (!target) return scalar("unknown");
      // A file that has a name is a file all the same.
      if (this.#hasFiles && isFile(target.resolveSchema())) return scalar("Bytes");
      return { kind: "named", schema: this.#schemas.findName(target), side };
    }
    const constant = node.get("const");
    if (constant && constant.value !== null) return { kind: "values", values: [constant.value] };
    const values = node.get("enum");
    if (values && Array.isArray(values.value) && isPlain(node) && values.value.every(isScalar)) {
      const types = node.getValue("type");
      const isNullable = node.isTrue("nullable") || (Array.isArray(types) && types.includes("null"));
      return makeUnion([
        ...values.value.map((value: unknown): TypeSource => ({ kind: "values", values: [value] })),
        ...(isNullable ? [{ kind: "values", values: [null] } as const] : []),
      ]);
    }
    const whole = this.#whole(node, side, required);
    return node.isTrue("nullable") ? makeUnion([whole, scalar("null")]) : whole;
  }

  #whole(node: SpecNode, side: Side, required: readonly string[]): TypeSource {
    const core = this.#core(node, side, required);
    const all =
      node
        .get("allOf")
        ?.items()
        .map((part) => this.#part(part, side, [...required, ...listRequired(node)])) ?? [];
    const choice = (part: SpecNode): TypeSource => marked(this.read(part, side), findMark(node, part));
    const parts = [...(core ? [core] : []), ...all];
    let type = parts.length > 0 ? makeIntersection(parts) : undefined;
    // Beside a type, alternatives of which one may be anything (it only says what is required) tell no more.
    const choices = (name: string): readonly TypeSource[] => {
      const types = node.get(name)?.items().map(choice) ?? [];
      return type && types.some(isUnknown) ? [] : types;
    };
    const anyOf = choices("anyOf");
    const oneOf = choices("oneOf");
    if (anyOf.length > 0) type = makeUnion([...(type ? [type] : []), ...anyOf]);
    if (oneOf.length > 0) {
      const isFlat = oneOf.every((part) => part.kind === "scalar");
      const one = makeUnion(oneOf);
      type = !type ? one : isFlat ? makeUnion([type, one]) : makeIntersection([type, one]);
    }
    if (type) return type;
    return node.get("type") ? anyObject : scalar("unknown");
  }

  /** A part of a combination: what the whole requires of it is required. */
  #part(part: SpecNode, side: Side, required: readonly string[]): TypeSource {
    const type = this.read(part, side, part.get("$ref") ? [] : required);
    if (type.kind !== "named") return type;
    const target = part.findTarget();
    const names = [...new Set(required)].filter((name) => {
      const property = target?.get("properties")?.get(name);
      return property !== undefined && !isHidden(property, side);
    });
    if (names.length === 0) return type;
    return { kind: "required", type, names, isUnion: target !== undefined && isUnion(target) };
  }

  #core(node: SpecNode, side: Side, required: readonly string[]): TypeSource | undefined {
    const type = node.getValue("type");
    if (Array.isArray(type)) {
      const types = type
        .filter((one) => one !== "null")
        .map((one) => this.#typed(String(one), node, side, required) ?? anyObject);
      return makeUnion([...types, ...(type.includes("null") ? [scalar("null")] : [])]);
    }
    return typeof type === "string"
      ? this.#typed(type, node, side, required)
      : this.#object(node, side, required);
  }

  #typed(type: string, node: SpecNode, side: Side, required: readonly string[]): TypeSource | undefined {
    const form = findForm(node, type, this.#schemas.forms);
    if (form) return scalar(form);
    if (type === "string") return scalar(this.#hasFiles && isFile(node) ? "Bytes" : "string");
    if (type === "number" || type === "integer") return scalar("number");
    if (type === "boolean" || type === "null") return scalar(type);
    if (type === "object") return this.#object(node, side, required);
    const tuple = node.get("prefixItems")?.items();
    if (tuple) return { kind: "tuple", items: tuple.map((item) => this.read(item, side)) };
    const items = node.get("items");
    return { kind: "list", item: items ? this.read(items, side) : scalar("unknown") };
  }

  #object(node: SpecNode, side: Side, required: readonly string[]): TypeSource | undefined {
    const names = new Set([...required, ...listRequired(node)]);
    const properties = node.get("properties");
    const members = Object.keys(properties?.value ?? {}).flatMap((name): TypeMember[] => {
      const property = properties?.get(name);
      if (!property || isHidden(property, side)) return [];
      return [
        {
          name,
          isOptional: !names.has(name),
          isDeprecated: property.isTrue("deprecated"),
          description: readWords(property),
          type: this.read(property, side),
          said: readSaid(property),
        },
      ];
    });
    const rest = this.#rest(node, side);
    const isEmpty = Object.keys(properties?.value ?? {}).length === 0 && !rest;
    return isEmpty ? undefined : { kind: "object", members, rest };
  }

  #rest(node: SpecNode, side: Side): TypeSource | undefined {
    const rest = node.get("additionalProperties");
    const patterns = node.get("patternProperties")?.entries() ?? [];
    const types = patterns.map(([, pattern]) => this.read(pattern, side));
    if (rest && rest.value !== false) {
      const isOpen = rest.value === true || Object.keys(rest.value ?? {}).length === 0;
      types.unshift(isOpen ? scalar("unknown") : this.read(rest, side));
    }
    return types.length > 0 ? makeUnion(types) : undefined;
  }
}

/** Its type may be a union, of which no property is known. */
function isUnion(node: SpecNode): boolean {
  const types = node.getValue("type");
  return (
    node.isTrue("nullable") ||
    (Array.isArray(types) && types.length > 1) ||
    node.get("anyOf") !== undefined ||
    node.get("oneOf") !== undefined
  );
}

/** It says nothing of properties. */
function isPlain(node: SpecNode): boolean {
  return ["properties", "additionalProperties"].every((name) => node.getValue(name) === undefined);
}

/** A value that a type can name. */
function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function isUnknown(type: TypeSource): boolean {
  return type.kind === "scalar" && type.name === "unknown";
}

/** An alternative with the property that tells it apart. */
function marked(type: TypeSource, mark: Mark | undefined): TypeSource {
  if (!mark) return type;
  const value: TypeSource = { kind: "values", values: mark.values };
  const member = {
    name: mark.property,
    isOptional: false,
    isDeprecated: false,
    description: "",
    type: value,
  };
  return makeIntersection([type, { kind: "object", members: [member], rest: undefined }]);
}

/** Reads of a schema all that it says of its values beside their type. */
export function readSaid(schema: SpecNode): Said {
  const [first] = schema.get("examples")?.items() ?? [];
  return {
    example: schema.getValue("example") ?? first?.value,
    default: schema.getValue("default"),
    isSecret: schema.getValue("format") === "password" ? true : undefined,
  };
}

function listRequired(node: SpecNode): readonly string[] {
  const names = node.getValue("required");
  return Array.isArray(names) ? names.map(String) : [];
}

function readWords(node: SpecNode): string {
  const text = node.getValue("description") ?? node.getValue("title");
  return typeof text === "string" ? text : "";
}
