import type { Json } from "../read/json.js";
import { isAnnotation } from "../read/normalize/annotations.js";
import { isOfTypes } from "../read/normalize/literals.js";
import type { SpecNode } from "../read/spec-node.js";
import { readDiscriminator, type DiscriminatorValues } from "./discriminators.js";
import {
  findProperty,
  isBinary,
  isOmittedFrom,
  isRequiredIn,
  isUnion,
  listProperties,
  listRequired,
} from "./schema-queries.js";
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
import { findLiteralForm, findValueForm, type ValueForms } from "./value-forms.js";

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
    const type = readLiterals(node, this.#schemas.forms) ?? this.#readCombined(node, direction, required);
    return node.isTrue("nullable") ? makeUnion([type, scalar("null")]) : type;
  }

  #readCombined(node: SpecNode, direction: Direction, outer: readonly string[]): TypeSource {
    const required = [...new Set([...outer, ...listRequired(node)])];
    const core = this.#readOwnType(node, direction, required);
    const nodes = node.get("allOf")?.items() ?? [];
    const all = nodes.map((part) => this.#readPart(part, direction, required));
    const isTyped = [node, ...nodes].some((part) => part.getValue("type") === "object");
    const isObject =
      isTyped || [core, ...all].some((part) => part && /^(named|required|object)$/.test(part.kind));
    const own = required.filter((name) => !outer.includes(name));
    const undescribed = own.filter((name) => isUndescribed(node, name, direction));
    const rest = (core?.kind === "object" ? core.rest : undefined) ?? scalar("unknown");
    const added = undescribed.map((name): TypeMember => createMember(name, rest));
    const parts = [...(core ? [core] : []), ...all.filter((part) => !isUnknown(part))];
    if (isObject && added.length > 0) parts.push({ kind: "object", members: added, rest: undefined });
    let type = parts.length > 0 ? makeIntersection(parts) : undefined;
    for (const keyword of ["anyOf", "oneOf"]) {
      const choices = this.#readChoices(node, keyword, direction, required);
      // Alternatives of which one is `unknown`, such as one that only has `required`, do not narrow a type.
      if (choices.length === 0 || (type && choices.some(isUnknown))) continue;
      type = type ? makeIntersection([type, makeUnion(choices)]) : makeUnion(choices);
    }
    if (type) return type;
    return isTyped || node.get("type") ? anyObject : scalar("unknown");
  }

  #readChoices(
    node: SpecNode,
    keyword: string,
    direction: Direction,
    required: readonly string[],
  ): readonly TypeSource[] {
    const parts = node.get(keyword)?.items() ?? [];
    return parts.map((part) => {
      const target = required.length > 0 && part.get("$ref") ? part.findTarget() : undefined;
      const plain = this.read(part, direction, target ? [] : required);
      const type = target ? requireNames(plain, target, required, direction) : plain;
      const discriminator = readDiscriminator(node, part);
      if (!discriminator?.excluded) return addDiscriminator(type, discriminator);
      // With the properties of the others, a program that compares the discriminator could not read theirs.
      const own = [discriminator.property, ...listProperties(part)];
      const others = parts.flatMap((other) => (other === part ? [] : listProperties(other)));
      const absent = [...new Set(others)].filter((name) => !own.includes(name));
      const members = absent.map((name) => ({
        ...createMember(name, scalar("undefined")),
        isOptional: true,
      }));
      return members.length === 0
        ? type
        : makeIntersection([type, { kind: "object", members, rest: undefined }]);
    });
  }

  /** Reads a part of an `allOf`. The properties that the whole requires are required in it. */
  #readPart(part: SpecNode, direction: Direction, required: readonly string[]): TypeSource {
    const target = part.get("$ref") && part.findTarget();
    if (!target && listProperties(part).length === 0 && isRequiredOnly(part)) return scalar("unknown");
    const type = this.read(part, direction, target ? [] : required);
    return target ? requireNames(type, target, required, direction) : type;
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
    const items = node.get("items");
    const item = items ? this.read(items, direction) : scalar("unknown");
    const tuple = node.get("prefixItems")?.items();
    if (!tuple) return { kind: "list", item };
    const isClosed = items?.value === false || Number(node.getValue("maxItems") ?? Infinity) <= tuple.length;
    return {
      kind: "tuple",
      items: tuple.map((one) => this.read(one, direction)),
      requiredCount: Math.min(Number(node.getValue("minItems") ?? 0) || 0, tuple.length),
      rest: isClosed ? undefined : item,
    };
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

/** Makes those optional properties of a named type required that the schema around its reference requires. */
function requireNames(
  type: TypeSource,
  target: SpecNode,
  required: readonly string[],
  direction: Direction,
): TypeSource {
  if (type.kind !== "named") return type;
  const names = required.filter((name) => {
    const property = findProperty(target, name, true);
    const isOptional = property !== undefined && !isRequiredIn(target, name);
    return isOptional && !isOmittedFrom(property, direction);
  });
  return names.length === 0 ? type : { kind: "required", type, names, isUnion: isUnion(target) };
}

/** Whether a property is described in no part of a schema. Those of alternatives are not in all values. */
function isUndescribed(node: SpecNode, name: string, direction: Direction): boolean {
  const described = findProperty(node, name, true);
  return !findProperty(node, name, false) && !(described && isOmittedFrom(described, direction));
}

/** Whether a schema only says which properties are required. */
function isRequiredOnly(node: SpecNode): boolean {
  const keywords = node.entries().map(([name]) => name);
  const others = keywords.filter((name) => !/^(type|required|properties)$/.test(name) && !isAnnotation(name));
  return (
    node.get("required") !== undefined &&
    others.length === 0 &&
    [undefined, "object"].includes(node.getValue("type") as string)
  );
}

/** Reads the literals of `const` and `enum`, without those of other types than the declared ones. */
function readLiterals(node: SpecNode, forms: ValueForms): TypeSource | undefined {
  const constant = node.get("const");
  const values = constant ? [constant.value] : node.getValue("enum");
  if (!Array.isArray(values) || !(constant || (hasNoProperties(node) && values.every(isScalar))))
    return undefined;
  const types = [node.getValue("type") ?? []].flat();
  const fitting = (values as readonly Json[]).filter(
    (value) => types.length === 0 || isOfTypes(value, types),
  );
  const form = findLiteralForm(fitting, types, forms);
  if (form) {
    const written = fitting.map((value) =>
      form === "digits" ? String(value) : BigInt(Number.isInteger(value) ? (value as number) : String(value)),
    );
    return { kind: "values", values: written, form };
  }
  return makeUnion(fitting.map((value) => ({ kind: "values", values: [value] })));
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
  const member = createMember(discriminator.property, { kind: "values", values: discriminator.values });
  return makeIntersection([type, { kind: "object", members: [member], rest: undefined }]);
}

function createMember(name: string, type: TypeSource): TypeMember {
  return { name, isOptional: false, isDeprecated: false, description: "", type };
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
