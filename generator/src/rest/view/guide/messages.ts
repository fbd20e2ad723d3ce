import type { NamedSchema, RestApi } from "../../model/rest-api.js";
import type { Said, Side, TypeMember, TypeSource } from "../../model/type-source.js";
import type { GuideFile } from "../../../kit/guide/service.js";
import { trueOrUndefined } from "../../../kit/whole-guide.js";
import type { GuideEnum, GuideField, GuideForm, GuideKind, GuideMessage } from "../../../kit/guide/types.js";
import type { Shape } from "../../runtime/shape.js";
import { describeRule } from "../rules.js";

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

const anything: GuideForm = { kind: "json" };

/** The messages and enums of a module of the guide. Objects without a name in the description are called after their place. */
export class GuideMessages {
  readonly #api: RestApi;
  readonly #aliases: ReadonlyMap<string, TypeSource>;
  readonly #messages = new Map<string, GuideMessage>();
  readonly #enums = new Map<string, GuideEnum>();
  readonly #open = new Set<string>();

  constructor(api: RestApi) {
    this.#api = api;
    const operations = api.groups.flatMap((group) => group.operations);
    this.#aliases = new Map(
      operations.flatMap(({ aliases }) => aliases.map(({ name, type }) => [name, type] as const)),
    );
  }

  /** All that were added. */
  get all(): Pick<GuideFile, "enums" | "messages"> {
    return { messages: Object.fromEntries(this.#messages), enums: Object.fromEntries(this.#enums) };
  }

  /** Adds a schema that has a name, and what is sent of it if that is another type. */
  named({ typeName, requestName, type, requestType, ...said }: NamedSchema): void {
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
    const members = this.#membersOf(type);
    if (members) return this.#addMembers(name, own, members, shape);
    if (isTexts(type)) this.#enums.set(name, { ...own, values: valuesOf(type.values) });
  }

  /** Adds a message of fields that are described already. */
  add(name: string, fields: readonly GuideField[]): void {
    this.#messages.set(name, { text: "", fields });
  }

  /**
   * The form of a type.
   *
   * @param name What it is called if it has no name in the description.
   */
  form(type: TypeSource, name: string): GuideForm {
    switch (type.kind) {
      case "scalar":
        return { kind: kinds[type.name] ?? "json" };
      case "values":
        return this.#valuesForm(type, name);
      case "list":
      case "events":
      case "lines":
        return listOf(this.form(type.item, name), type.kind === "list");
      case "named":
        return this.#namedForm(type.schema, type.side);
      case "alias": {
        const aliased = this.#aliases.get(type.name);
        return aliased ? this.form(aliased, type.name) : anything;
      }
      case "union":
        return this.#unionForm(type.parts, name);
      case "tuple":
        return anything;
      case "object":
        if (type.members.length === 0 && type.rest) return mapOf(this.form(type.rest, name));
        break;
      default:
    }
    const members = this.#membersOf(type);
    if (!members) return anything;
    if (!this.#messages.has(name)) this.#addMembers(name, { text: "" }, members, {});
    return { kind: "message", type: name };
  }

  /** The limits of a shape in words; undefined if it says no more than its type. */
  limits(shape: Shape): readonly string[] | undefined {
    return this.#hasLimits(shape) ? [describeRule(shape, this.#resolve)] : undefined;
  }

  /** Returns a form, as an integer if the shape states so, because types do not distinguish integers. */
  counted(form: GuideForm, shape: Shape): GuideForm {
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
    // Known before its fields are, since objects may hold their own type.
    this.#messages.set(name, { ...own, fields: [] });
    const fields = members.map((member) => {
      const property = this.#propertyOf(shape, member.name) ?? {};
      return {
        name: member.name,
        property: member.name,
        ...this.counted(this.form(member.type, `${name}.${member.name}`), property),
        text: member.description.trim(),
        deprecated: member.isDeprecated ? "" : undefined,
        isRequired: trueOrUndefined(!member.isOptional),
        limits: this.limits(property),
        ...saidOf(member.said),
      };
    });
    this.#messages.set(name, { ...own, fields });
  }

  #namedForm(schemaName: string, side: Side): GuideForm {
    const schema = this.#api.schemas.get(schemaName);
    if (!schema) return anything;
    const isSent = side === "request" && schema.requestName !== undefined;
    const typeName = (isSent ? schema.requestName : undefined) ?? schema.typeName;
    const type = (isSent ? schema.requestType : undefined) ?? schema.type;
    if (this.#membersOf(type)) return { kind: "message", type: typeName };
    if (isTexts(type)) return { kind: "enum", type: typeName };
    // A name for something simpler, which may lead to itself.
    if (this.#open.has(schemaName)) return anything;
    this.#open.add(schemaName);
    const form = this.form(type, typeName);
    this.#open.delete(schemaName);
    return form;
  }

  #valuesForm(type: Extract<TypeSource, { kind: "values" }>, name: string): GuideForm {
    if (isTexts(type)) {
      this.#enums.set(name, { text: "", values: valuesOf(type.values) });
      return { kind: "enum", type: name };
    }
    const { values } = type;
    return { kind: values.every((value) => typeof value === "number") ? "number" : "json" };
  }

  #unionForm(parts: readonly TypeSource[], name: string): GuideForm {
    const some = parts.filter((one) => one.kind !== "scalar" || !/^(?:null|undefined)$/.test(one.name));
    const [only] = some;
    return some.length === 1 && only ? this.form(only, name) : anything;
  }

  /** The properties of an object, also of one that is made of several; undefined of all other types. */
  #membersOf(type: TypeSource, around: ReadonlySet<string> = new Set()): readonly TypeMember[] | undefined {
    switch (type.kind) {
      case "object":
        return type.members.length > 0 || !type.rest ? type.members : undefined;
      case "intersection": {
        const parts = type.parts.map((part) => this.#membersOf(part, around));
        const members = parts.every((part) => part !== undefined) ? parts.flat() : undefined;
        // Of properties that are described twice the later ones say more.
        return members && [...new Map(members.map((one) => [one.name, one])).values()];
      }
      case "required":
        return this.#membersOf(type.type, around)?.map((one) =>
          type.names.includes(one.name) ? { ...one, isOptional: false } : one,
        );
      case "named": {
        const schema = around.has(type.schema) ? undefined : this.#api.schemas.get(type.schema);
        const own = type.side === "request" ? (schema?.requestType ?? schema?.type) : schema?.type;
        return own && this.#membersOf(own, new Set([...around, type.schema]));
      }
      default:
        return undefined;
    }
  }

  #propertyOf(shape: Shape, name: string): Shape | undefined {
    const own =
      shape.properties && Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
    return own ?? shape.allOf?.map((part) => this.#propertyOf(part, name)).find((one) => one !== undefined);
  }
}

/** Facts about a value beside its type, as the guide has them. */
export function saidOf(said: Said = {}): Pick<GuideField, "default" | "example" | "isSecret"> {
  const { example, default: usual, isSecret } = said;
  // An example of a secret is one too.
  return { example: isSecret ? undefined : example, default: usual, isSecret };
}

/** Values of a description that are all text. */
interface Texts {
  readonly kind: "values";
  readonly values: readonly string[];
}

function isTexts(type: TypeSource): type is Texts {
  return type.kind === "values" && type.values.every((value) => typeof value === "string");
}

function valuesOf(values: readonly string[]) {
  return values.map((name, number) => ({ name, number, text: "" }));
}

function listOf(form: GuideForm, isList: boolean): GuideForm {
  if (!isList) return form;
  return form.isList || form.mapKey !== undefined
    ? { kind: "json", isList: true }
    : { ...form, isList: true };
}

function mapOf(form: GuideForm): GuideForm {
  return form.isList || form.mapKey !== undefined
    ? { kind: "json", mapKey: "string" }
    : { ...form, mapKey: "string" };
}
