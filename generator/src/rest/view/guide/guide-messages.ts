import type { NamedSchema, RestApi } from "../../model/rest-api.js";
import type { SchemaAnnotations, Direction, TypeMember, TypeSource } from "../../model/type-source.js";
import type { GuideFile } from "../../../kit/guide/service.js";
import { trueOrUndefined } from "../../../kit/complete-guide.js";
import type { GuideEnum, GuideField, GuideForm, GuideKind, GuideMessage } from "../../../kit/guide/types.js";
import type { Shape } from "../../runtime/shape.js";
import { describeShape } from "../describe-shape.js";

/** Kinds of scalars; all others are `json`. */
const kinds: Readonly<Record<string, GuideKind>> = {
  string: "string",
  number: "number",
  boolean: "bool",
  "safe integer": "integer",
  bigint: "integer",
  digits: "integer",
  date: "string",
  Blob: "bytes",
  Bytes: "bytes",
  ByteStream: "bytes",
};

const anyForm: GuideForm = { kind: "json" };

/** Collects the messages and enums of a module of the guide. Unnamed objects are named after their location. */
export class GuideMessages {
  readonly #api: RestApi;
  readonly #aliases: ReadonlyMap<string, TypeSource>;
  readonly #messages = new Map<string, GuideMessage>();
  readonly #enums = new Map<string, GuideEnum>();
  readonly #active = new Set<string>();

  constructor(api: RestApi) {
    this.#api = api;
    const operations = api.groups.flatMap((group) => group.operations);
    this.#aliases = new Map(
      operations.flatMap(({ aliases }) => aliases.map(({ name, type }) => [name, type] as const)),
    );
  }

  /** All messages and enums. */
  get all(): Pick<GuideFile, "enums" | "messages"> {
    return { messages: Object.fromEntries(this.#messages), enums: Object.fromEntries(this.#enums) };
  }

  /** Adds a named schema, and its request type if that differs. */
  addSchema({ typeName, requestName, type, requestType, ...said }: NamedSchema): void {
    this.#addNamed(typeName, type, said);
    if (requestName !== undefined && requestType) this.#addNamed(requestName, requestType, said);
  }

  #addNamed(
    name: string,
    type: TypeSource,
    {
      isComponent,
      description,
      isDeprecated,
      shape,
    }: Pick<NamedSchema, "isComponent" | "description" | "isDeprecated" | "shape">,
  ): void {
    const own = {
      type: isComponent ? name : undefined,
      text: description.trim(),
      deprecated: isDeprecated ? "" : undefined,
    };
    const members = this.#findMembers(type);
    if (members) return this.#addMembers(name, own, members, shape);
    if (isStringEnum(type)) this.#enums.set(name, { ...own, values: toEnumValues(type.values) });
  }

  /** Adds a message with the given fields. */
  add(name: string, fields: readonly GuideField[]): void {
    this.#messages.set(name, { text: "", fields });
  }

  /**
   * Returns the form of a type.
   *
   * @param name The name for a type without one.
   */
  toForm(type: TypeSource, name: string): GuideForm {
    switch (type.kind) {
      case "scalar":
        return { kind: kinds[type.name] ?? "json" };
      case "values":
        return this.#toEnumForm(type, name);
      case "list":
      case "events":
      case "lines":
        return toListForm(this.toForm(type.item, name), type.kind === "list");
      case "named":
        return this.#toNamedForm(type.schema, type.direction);
      case "alias": {
        const aliased = this.#aliases.get(type.name);
        return aliased ? this.toForm(aliased, type.name) : anyForm;
      }
      case "union":
        return this.#toUnionForm(type.parts, name);
      case "tuple":
        return anyForm;
      case "object":
        if (type.members.length === 0 && type.rest) return toMapForm(this.toForm(type.rest, name));
        break;
      default:
    }
    const members = this.#findMembers(type);
    if (!members) return anyForm;
    if (!this.#messages.has(name)) this.#addMembers(name, { text: "" }, members, {});
    return { kind: "message", type: name };
  }

  /** Describes the limits of a shape. Returns undefined if it only has a type. */
  describeLimits(shape: Shape): readonly string[] | undefined {
    return this.#hasLimits(shape) ? [describeShape(shape, this.#resolve)] : undefined;
  }

  /** Returns a form, as an integer if the shape states so, because types do not distinguish integers. */
  toIntegerForm(form: GuideForm, shape: Shape): GuideForm {
    const { type } = shape.ref === undefined ? shape : { ...this.#resolve(shape.ref), ...shape };
    const isInteger =
      form.kind === "number" && !form.isList && form.mapKey === undefined && type === "integer";
    return isInteger ? { ...form, kind: "integer" } : form;
  }

  readonly #resolve = (name: string): Shape => this.#api.schemas.get(name)?.shape ?? {};

  #hasLimits(shape: Shape): boolean {
    const { type: _, ref, items: __, properties: ___, required: ____, ...limits } = shape;
    return Object.keys(limits).length > 0 || (ref !== undefined && this.#hasLimits(this.#resolve(ref)));
  }

  #addMembers(
    name: string,
    own: Omit<GuideMessage, "fields">,
    members: readonly TypeMember[],
    shape: Shape,
  ): void {
    // Added before its fields are read, because objects may contain their own type.
    this.#messages.set(name, { ...own, fields: [] });
    const fields = members.map((member) => {
      const property = this.#findProperty(shape, member.name) ?? {};
      return {
        name: member.name,
        property: member.name,
        ...this.toIntegerForm(this.toForm(member.type, `${name}.${member.name}`), property),
        text: member.description.trim(),
        deprecated: member.isDeprecated ? "" : undefined,
        isRequired: trueOrUndefined(!member.isOptional),
        limits: this.describeLimits(property),
        ...selectAnnotations(member.annotations),
      };
    });
    this.#messages.set(name, { ...own, fields });
  }

  #toNamedForm(schemaName: string, side: Direction): GuideForm {
    const schema = this.#api.schemas.get(schemaName);
    if (!schema) return anyForm;
    const isSent = side === "request" && schema.requestName !== undefined;
    const typeName = (isSent ? schema.requestName : undefined) ?? schema.typeName;
    const type = (isSent ? schema.requestType : undefined) ?? schema.type;
    if (this.#findMembers(type)) return { kind: "message", type: typeName };
    if (isStringEnum(type)) return { kind: "enum", type: typeName };
    // A name for a simpler type, which may be recursive.
    if (this.#active.has(schemaName)) return anyForm;
    this.#active.add(schemaName);
    const form = this.toForm(type, typeName);
    this.#active.delete(schemaName);
    return form;
  }

  #toEnumForm(type: Extract<TypeSource, { kind: "values" }>, name: string): GuideForm {
    if (isStringEnum(type)) {
      this.#enums.set(name, { text: "", values: toEnumValues(type.values) });
      return { kind: "enum", type: name };
    }
    const { values } = type;
    return { kind: values.every((value) => typeof value === "number") ? "number" : "json" };
  }

  #toUnionForm(parts: readonly TypeSource[], name: string): GuideForm {
    const some = parts.filter((one) => one.kind !== "scalar" || !/^(?:null|undefined)$/.test(one.name));
    const [only] = some;
    return some.length === 1 && only ? this.toForm(only, name) : anyForm;
  }

  /** Returns the properties of an object or an intersection of objects, and undefined for other types. */
  #findMembers(type: TypeSource, around: ReadonlySet<string> = new Set()): readonly TypeMember[] | undefined {
    switch (type.kind) {
      case "object":
        return type.members.length > 0 || !type.rest ? type.members : undefined;
      case "intersection": {
        const parts = type.parts.map((part) => this.#findMembers(part, around));
        const members = parts.every((part) => part !== undefined) ? parts.flat() : undefined;
        // Of properties that are described twice the later ones say more.
        return members && [...new Map(members.map((one) => [one.name, one])).values()];
      }
      case "required":
        return this.#findMembers(type.type, around)?.map((one) =>
          type.names.includes(one.name) ? { ...one, isOptional: false } : one,
        );
      case "named": {
        const schema = around.has(type.schema) ? undefined : this.#api.schemas.get(type.schema);
        const own = type.direction === "request" ? (schema?.requestType ?? schema?.type) : schema?.type;
        return own && this.#findMembers(own, new Set([...around, type.schema]));
      }
      default:
        return undefined;
    }
  }

  #findProperty(shape: Shape, name: string): Shape | undefined {
    const own =
      shape.properties && Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
    return own ?? shape.allOf?.map((part) => this.#findProperty(part, name)).find((one) => one !== undefined);
  }
}

/** Returns the annotations in the format of the guide. */
export function selectAnnotations(
  said: SchemaAnnotations = {},
): Pick<GuideField, "default" | "example" | "isSecret"> {
  const { example, default: defaultValue, isSecret } = said;
  // An example of a secret may be a secret.
  return { example: isSecret ? undefined : example, default: defaultValue, isSecret };
}

/** An enum of strings. */
interface StringEnum {
  readonly kind: "values";
  readonly values: readonly string[];
}

function isStringEnum(type: TypeSource): type is StringEnum {
  return type.kind === "values" && type.values.every((value) => typeof value === "string");
}

function toEnumValues(values: readonly string[]) {
  return values.map((name, number) => ({ name, number, text: "" }));
}

function toListForm(form: GuideForm, isList: boolean): GuideForm {
  if (!isList) return form;
  return form.isList || form.mapKey !== undefined
    ? { kind: "json", isList: true }
    : { ...form, isList: true };
}

function toMapForm(form: GuideForm): GuideForm {
  return form.isList || form.mapKey !== undefined
    ? { kind: "json", mapKey: "string" }
    : { ...form, mapKey: "string" };
}
