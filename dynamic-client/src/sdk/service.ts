import type {
  GuideEffect,
  GuideEntry,
  GuideEnum,
  GuideField,
  GuideLine,
  GuideMessage,
  GuideMethod,
  GuideModify,
  GuideRole,
  GuideService,
  GuideSession,
  LoadedGuide,
} from "@stratus/runtime/guide";
import { readLine } from "@stratus/runtime/guide";
import { jsonName } from "../text/name-case.js";
import { UsageError } from "../text/usage-error.js";
import { JsonCodec, type SdkModules } from "./json-codec.js";
import { wellKnownMessage } from "./well-known.js";

/** A message without a description in the guide, such as a well-known type. */
const undescribed: GuideMessage = { text: "", fields: [] };

/** A service of an SDK: its guide, and the messages and enums that its methods use. */
export class Service {
  readonly isRest: boolean;
  readonly session: GuideSession;
  readonly entry: GuideEntry;
  readonly guide: GuideService;
  readonly codec: JsonCodec;
  readonly #loaded: LoadedGuide;
  readonly #lines: ReadonlyMap<string, GuideLine>;

  constructor(sdk: SdkModules & Pick<Service, "session">, entry: GuideEntry, loaded: LoadedGuide) {
    const service = loaded.services.get(entry.name);
    if (!service)
      throw new UsageError(
        "PACKAGE_INVALID",
        `the guide has no service ${entry.name}: generate the package again`,
      );
    this.isRest = sdk.isRest;
    this.session = sdk.session;
    this.entry = entry;
    this.guide = service;
    this.#loaded = loaded;
    this.#lines = new Map(entry.methods.map(readLine).map((line) => [line.word, line]));
    this.codec = new JsonCodec(sdk, loaded);
  }

  /** The entry point of the SDK that exports the client. */
  get file(): LoadedGuide["file"] {
    return this.#loaded.file;
  }

  /** Finds a method by its word, such as `list`. */
  method(word: string | undefined): GuideMethod | undefined {
    return this.guide.methods.find((one) => one.word === word);
  }

  /** Finds the first method that has a role. */
  methodByRole(role: GuideRole): GuideMethod | undefined {
    return this.guide.methods.find(({ word }) => this.role(word) === role);
  }

  /** Returns the role of a method, such as `get` or `update`. */
  role(word: string): GuideRole {
    return this.#lines.get(word)?.role ?? "other";
  }

  /** Returns the effect of a method, such as `read` or `destroy`. */
  effect(word: string): GuideEffect {
    return this.#lines.get(word)?.effect ?? "act";
  }

  /** Returns a message by its full name, or one without fields if the guide does not describe it. */
  message(name: string | undefined): GuideMessage {
    return this.#loaded.messages.get(name ?? "") ?? wellKnownMessage(name ?? "") ?? undescribed;
  }

  enum(name: string | undefined): GuideEnum | undefined {
    return this.#loaded.enums.get(name ?? "");
  }

  /** Returns the JSON name of a field: `secondaryDisks` for `secondary_disks`, unless the API sets `json_name`. */
  jsonName({ name, json }: GuideField): string {
    return this.isRest ? name : (json ?? jsonName(name));
  }

  /** Whether a field is a singular message that the guide describes. */
  isStructure(field: GuideField): boolean {
    return !field.isList && field.mapKey === undefined && this.isDescribed(field);
  }

  /** Whether the values of a field are messages that the guide describes. */
  isDescribed({ kind, type = "" }: Pick<GuideField, "kind" | "type">): boolean {
    return kind === "message" && this.#loaded.messages.has(type) && !type.startsWith("google.protobuf.");
  }

  /** Returns the read-modify-write helper of an Update. Its input is the resource instead of the request. */
  modifyHelper(method: GuideMethod): GuideModify | undefined {
    if (method.modify) return method.modify;
    return this.guide.modify?.update === method.word ? this.guide.modify : undefined;
  }

  /** The Updates that have a read-modify-write helper. A service that follows AIP may have one for each resource. */
  get updates(): readonly GuideMethod[] {
    return this.guide.methods.filter((method) => this.modifyHelper(method));
  }

  /**
   * Finds the Get of the resource that a method uses. If the service has several, it is the one with the same noun (AIP-131,
   * AIP-135): `get-instance` for `delete-instance`.
   */
  findGet(method: GuideMethod): GuideMethod | undefined {
    const modify = this.modifyHelper(method);
    if (modify) return this.method(modify.get);
    const all = this.guide.methods.filter(({ word }) => this.role(word) === "get");
    return all.length > 1 ? all.find(({ word }) => resourceNoun(word) === resourceNoun(method.word)) : all[0];
  }

  /** Whether resources of a type are identified by `name` (AIP-122) instead of an id. */
  isNamedByName(type: string | undefined): boolean {
    const gets = this.guide.methods.filter(({ word }) => this.role(word) === "get");
    return type !== undefined && gets.some(({ id, response }) => id === "name" && response?.type === type);
  }

  /** The full name of the resource that the service manages, or of the first one if it manages several. */
  get resource(): string | undefined {
    const { modify } = this.guide;
    const get = (modify && this.method(modify.get)) ?? this.methodByRole("get");
    if (get || !this.isRest) return get?.response?.type;
    return this.guide.methods
      .map(({ response }) => response?.type)
      .find((type) => this.message(type).fields.length > 0);
  }

  /** Returns the full name of a method's input: its request, or the resource if the method has a read-modify-write helper. */
  inputType(method: GuideMethod): string {
    return (this.modifyHelper(method) && this.findGet(method)?.response?.type) ?? method.request;
  }

  /**
   * Returns the fields of the request that are positional arguments: the one that identifies the resource, or the path
   * parameters of a REST API in order.
   */
  positionals(method: GuideMethod): readonly GuideField[] {
    const readMethod = (this.modifyHelper(method) && this.findGet(method)) ?? method;
    const { fields } = this.message(readMethod.request);
    if (this.isRest) return fields.filter(({ place }) => place === "path");
    const id = readMethod.id ?? this.findGet(readMethod)?.id ?? this.methodByRole("get")?.id;
    return fields.filter(({ name, kind, isList }) => name === id && kind === "string" && !isList);
  }

  /** Finds the Get by parent and name, if the service has one in addition to a Get by id. */
  findGetByName(method: GuideMethod): GuideMethod | undefined {
    const finder = this.methodByRole("getByName");
    return finder !== method &&
      this.methodByRole("get")?.id !== undefined &&
      this.positionals(method).length === 1
      ? finder
      : undefined;
  }
}

/** Returns the noun of a method: `instance-config` for `delete-instance-config`. */
export function resourceNoun(word: string): string {
  return word.slice(word.indexOf("-") + 1);
}
