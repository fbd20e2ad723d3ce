import type { SpecNode } from "../read/spec-node.js";
import { readDiscriminator, type DiscriminatorValues } from "./discriminators.js";
import { isBinary, isOmittedFrom } from "./schema-queries.js";
import type { SchemaReader } from "./schemas.js";
import {
  anyObject,
  makeIntersection,
  scalar,
  makeUnion,
  type SchemaAnnotations,
  type Direction,
  type TypeMember,
  type TypeSource,
} from "./type-source.js";
import { findValueForm } from "./value-forms.js";

/**
 * Reads schemas into types, with the same interpretation as openapi-typescript, which tests compare. Unlike there, a
 * schema with `readOnly` or `writeOnly` properties has different types for requests and responses.
 */
export class TypeReader {
  readonly #schemas: SchemaReader;
  readonly #hasFiles: boolean;
  readonly #cache: Readonly<Record<Direction, Map<unknown, TypeSource>>>;

  /** `hasFiles`: binary strings are files, as in forms. */
  constructor(schemas: SchemaReader, hasFiles = false) {
    this.#schemas = schemas;
    this.#hasFiles = hasFiles;
    this.#cache = {
      response: schemas.typeCache(`response ${hasFiles}`),
      request: schemas.typeCache(`request ${hasFiles}`),
    };
  }

  /** Returns the type of a schema in a direction. `required` names further required properties. */
  read(node: SpecNode, direction: Direction, required: readonly string[] = []): TypeSource {
    if (required.length > 0) return this.#read(node, direction, required);
    const cache = this.#cache[direction];
    const known = cache.get(node.value);
    if (known !== undefined) return known;
    const type = this.#read(node, direction, required);
    cache.set(node.value, type);
    return type;
  }

  #read(node: SpecNode, direction: Direction, required: readonly string[]): TypeSource {
    if (node.value === true || !this.#schemas.isUsable(node)) return scalar("unknown");
    if (node.getValue("$ref") !== undefined) {
      const target = node.findTarget();
      if (!target) return scalar("unknown");
      // A reference to a binary schema is a file as well.
      if (this.#hasFiles && isBinary(target.resolveSchema())) return scalar("Bytes");
      return { kind: "named", schema: this.#schemas.findName(target), direction: direction };
    }
    const constant = node.get("const");
    if (constant && constant.value !== null) return { kind: "values", values: [constant.value] };
    const values = node.get("enum");
    if (values && Array.isArray(values.value) && hasNoProperties(node) && values.value.every(isScalar)) {
      const types = node.getValue("type");
      const isNullable = node.isTrue("nullable") || (Array.isArray(types) && types.includes("null"));
      return makeUnion([
        ...values.value.map((value: unknown): TypeSource => ({ kind: "values", values: [value] })),
        ...(isNullable ? [{ kind: "values", values: [null] } as const] : []),
      ]);
    }
    const type = this.#readCombined(node, direction, required);
    return node.isTrue("nullable") ? makeUnion([type, scalar("null")]) : type;
  }

  #readCombined(node: SpecNode, direction: Direction, required: readonly string[]): TypeSource {
    const core = this.#readOwnType(node, direction, required);
    const all =
      node
        .get("allOf")
        ?.items()
        .map((part) => this.#readPart(part, direction, [...required, ...readRequired(node)])) ?? [];
    const choice = (part: SpecNode): TypeSource =>
      addDiscriminator(this.read(part, direction), readDiscriminator(node, part));
    const parts = [...(core ? [core] : []), ...all];
    let type = parts.length > 0 ? makeIntersection(parts) : undefined;
    // Alternatives of which one is `unknown`, such as one that only has `required`, do not narrow a type.
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

  /** Reads a part of an `allOf`. The properties that the whole requires are required in it. */
  #readPart(part: SpecNode, direction: Direction, required: readonly string[]): TypeSource {
    const type = this.read(part, direction, part.get("$ref") ? [] : required);
    if (type.kind !== "named") return type;
    const target = part.findTarget();
    const names = [...new Set(required)].filter((name) => {
      const property = target?.get("properties")?.get(name);
      return property !== undefined && !isOmittedFrom(property, direction);
    });
    if (names.length === 0) return type;
    return { kind: "required", type, names, isUnion: target !== undefined && isUnion(target) };
  }

  #readOwnType(node: SpecNode, direction: Direction, required: readonly string[]): TypeSource | undefined {
    const type = node.getValue("type");
    if (Array.isArray(type)) {
      const types = type
        .filter((one) => one !== "null")
        .map((one) => this.#readByType(String(one), node, direction, required) ?? anyObject);
      return makeUnion([...types, ...(type.includes("null") ? [scalar("null")] : [])]);
    }
    return typeof type === "string"
      ? this.#readByType(type, node, direction, required)
      : this.#readObject(node, direction, required);
  }

  #readByType(
    type: string,
    node: SpecNode,
    direction: Direction,
    required: readonly string[],
  ): TypeSource | undefined {
    const form = findValueForm(node, type, this.#schemas.forms);
    if (form) return scalar(form);
    if (type === "string") return scalar(this.#hasFiles && isBinary(node) ? "Bytes" : "string");
    if (type === "number" || type === "integer") return scalar("number");
    if (type === "boolean" || type === "null") return scalar(type);
    if (type === "object") return this.#readObject(node, direction, required);
    const tuple = node.get("prefixItems")?.items();
    if (tuple) return { kind: "tuple", items: tuple.map((item) => this.read(item, direction)) };
    const items = node.get("items");
    return { kind: "list", item: items ? this.read(items, direction) : scalar("unknown") };
  }

  #readObject(node: SpecNode, direction: Direction, required: readonly string[]): TypeSource | undefined {
    const names = new Set([...required, ...readRequired(node)]);
    const properties = node.get("properties");
    const members = Object.keys(properties?.value ?? {}).flatMap((name): TypeMember[] => {
      const property = properties?.get(name);
      if (!property || isOmittedFrom(property, direction)) return [];
      return [
        {
          name,
          isOptional: !names.has(name),
          isDeprecated: property.isTrue("deprecated"),
          description: readDescription(property),
          type: this.read(property, direction),
          annotations: readAnnotations(property),
        },
      ];
    });
    const rest = this.#rest(node, direction);
    const isEmpty = Object.keys(properties?.value ?? {}).length === 0 && !rest;
    return isEmpty ? undefined : { kind: "object", members, rest };
  }

  #rest(node: SpecNode, direction: Direction): TypeSource | undefined {
    const rest = node.get("additionalProperties");
    const patterns = node.get("patternProperties")?.entries() ?? [];
    const types = patterns.map(([, pattern]) => this.read(pattern, direction));
    if (rest && rest.value !== false) {
      const isOpen = rest.value === true || Object.keys(rest.value ?? {}).length === 0;
      types.unshift(isOpen ? scalar("unknown") : this.read(rest, direction));
    }
    return types.length > 0 ? makeUnion(types) : undefined;
  }
}

/** Whether the type of a schema may be a union, whose properties are unknown. */
function isUnion(node: SpecNode): boolean {
  const types = node.getValue("type");
  return (
    node.isTrue("nullable") ||
    (Array.isArray(types) && types.length > 1) ||
    node.get("anyOf") !== undefined ||
    node.get("oneOf") !== undefined
  );
}

/** Whether a schema does not describe properties. */
function hasNoProperties(node: SpecNode): boolean {
  return ["properties", "additionalProperties"].every((name) => node.getValue(name) === undefined);
}

/** Whether a value has a literal type. */
function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function isUnknown(type: TypeSource): boolean {
  return type.kind === "scalar" && type.name === "unknown";
}

/** Adds the discriminator property to an alternative. */
function addDiscriminator(type: TypeSource, discriminator: DiscriminatorValues | undefined): TypeSource {
  if (!discriminator) return type;
  const value: TypeSource = { kind: "values", values: discriminator.values };
  const member = {
    name: discriminator.property,
    isOptional: false,
    isDeprecated: false,
    description: "",
    type: value,
  };
  return makeIntersection([type, { kind: "object", members: [member], rest: undefined }]);
}

/** Reads the annotations of a schema. */
export function readAnnotations(schema: SpecNode): SchemaAnnotations {
  const [first] = schema.get("examples")?.items() ?? [];
  return {
    example: schema.getValue("example") ?? first?.value,
    default: schema.getValue("default"),
    isSecret: schema.getValue("format") === "password" ? true : undefined,
  };
}

function readRequired(node: SpecNode): readonly string[] {
  const names = node.getValue("required");
  return Array.isArray(names) ? names.map(String) : [];
}

function readDescription(node: SpecNode): string {
  const text = node.getValue("description") ?? node.getValue("title");
  return typeof text === "string" ? text : "";
}
