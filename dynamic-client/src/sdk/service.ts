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
  LoadedGuide,
} from "@stratus/runtime/guide-v1";
import { readLine } from "@stratus/runtime/guide-v1";
import { jsonName } from "../text/name-case.js";
import { JsonCodec, type SdkModules } from "./json-codec.js";

/** A message that a guide describes no further, such as the well-known types. */
const undescribed: GuideMessage = { text: "", fields: [] };

/** A service with all that its methods name. */
export class Service {
  readonly isRest: boolean;
  readonly entry: GuideEntry;
  readonly guide: GuideService;
  readonly codec: JsonCodec;
  readonly #loaded: LoadedGuide;
  readonly #lines: ReadonlyMap<string, GuideLine>;

  constructor(sdk: SdkModules, entry: GuideEntry, loaded: LoadedGuide) {
    const service = loaded.services.get(entry.name);
    if (!service) throw new Error(`the guide has no service ${entry.name}: generate the package again`);
    this.isRest = sdk.isRest;
    this.entry = entry;
    this.guide = service;
    this.#loaded = loaded;
    this.#lines = new Map(entry.methods.map(readLine).map((line) => [line.word, line]));
    this.codec = new JsonCodec(sdk, loaded);
  }

  /** Entry of the package that has the client. */
  get file(): LoadedGuide["file"] {
    return this.#loaded.file;
  }

  /** The method of a word; undefined if it has none. */
  method(word: string | undefined): GuideMethod | undefined {
    return this.guide.methods.find((one) => one.word === word);
  }

  /** The first method of a role. */
  methodByRole(role: GuideRole): GuideMethod | undefined {
    return this.guide.methods.find(({ word }) => this.role(word) === role);
  }

  /** The role of a method in its API. */
  role(word: string): GuideRole {
    return this.#lines.get(word)?.role ?? "other";
  }

  /** The effect of a call of a method. */
  effect(word: string): GuideEffect {
    return this.#lines.get(word)?.effect ?? "act";
  }

  /** A message by its full name; one without fields if it is not described. */
  message(name: string | undefined): GuideMessage {
    return this.#loaded.messages.get(name ?? "") ?? undescribed;
  }

  enum(name: string | undefined): GuideEnum | undefined {
    return this.#loaded.enums.get(name ?? "");
  }

  /** Name of a field in JSON: `secondaryDisks` for `secondary_disks`, unless its API gives it another one. */
  jsonName({ name, json }: GuideField): string {
    return this.isRest ? name : (json ?? jsonName(name));
  }

  /** Whether a field holds a single message whose fields are known. */
  isStructure(field: GuideField): boolean {
    return !field.isList && field.mapKey === undefined && this.isDescribed(field);
  }

  /** Whether values of a field are messages whose fields are known. */
  isDescribed({ kind, type = "" }: Pick<GuideField, "kind" | "type">): boolean {
    return kind === "message" && this.#loaded.messages.has(type) && !type.startsWith("google.protobuf.");
  }

  /** The helper that reads and changes if the method is its Update: then its input is the resource, not the request. */
  modifyHelper(method: GuideMethod): GuideModify | undefined {
    if (method.modify) return method.modify;
    return this.guide.modify?.update === method.word ? this.guide.modify : undefined;
  }

  /** The updates that read first: of an API that follows AIP a service may have several, each of another resource. */
  get updates(): readonly GuideMethod[] {
    return this.guide.methods.filter((method) => this.modifyHelper(method));
  }

  /**
   * The Get of the resource that a method is about. If the service has several, it is the one that is called like the method
   * but for the verb (AIP-131, AIP-135): `get-instance` of `delete-instance`.
   */
  findGet(method: GuideMethod): GuideMethod | undefined {
    const modify = this.modifyHelper(method);
    if (modify) return this.method(modify.get);
    const all = this.guide.methods.filter(({ word }) => this.role(word) === "get");
    return all.length > 1 ? all.find(({ word }) => resourceNoun(word) === resourceNoun(method.word)) : all[0];
  }

  /** Whether resources of a type are named by their `name`, as AIP has it, and by no id. */
  isNamedByName(type: string | undefined): boolean {
    const gets = this.guide.methods.filter(({ word }) => this.role(word) === "get");
    return type !== undefined && gets.some(({ id, response }) => id === "name" && response?.type === type);
  }

  /** Full name of the resource that the service manages, the first of several; undefined if it has none. */
  get resource(): string | undefined {
    const { modify } = this.guide;
    const get = (modify && this.method(modify.get)) ?? this.methodByRole("get");
    if (get || !this.isRest) return get?.response?.type;
    return this.guide.methods
      .map(({ response }) => response?.type)
      .find((type) => this.message(type).fields.length > 0);
  }

  /** Full name of the message that the input of a method fills: its request, or of an Update by `modify` its resource. */
  inputType(method: GuideMethod): string {
    return (this.modifyHelper(method) && this.findGet(method)?.response?.type) ?? method.request;
  }

  /**
   * Names of the fields of the request that are given by their place: the one that names the resource; of a REST API the
   * parameters of the path in their order.
   */
  positionals(method: GuideMethod): readonly GuideField[] {
    const asked = (this.modifyHelper(method) && this.findGet(method)) ?? method;
    const { fields } = this.message(asked.request);
    if (this.isRest) return fields.filter(({ place }) => place === "path");
    const id = asked.id ?? this.findGet(asked)?.id ?? this.methodByRole("get")?.id;
    return fields.filter(({ name, kind, isList }) => name === id && kind === "string" && !isList);
  }

  /** The Get by name, if a request that names its resource by an id can also be told a parent and a name. */
  findGetByName(method: GuideMethod): GuideMethod | undefined {
    const finder = this.methodByRole("getByName");
    return finder !== method &&
      this.methodByRole("get")?.id !== undefined &&
      this.positionals(method).length === 1
      ? finder
      : undefined;
  }
}

/** The words behind the verb of a method: `instance-config` of `delete-instance-config`. */
export function resourceNoun(word: string): string {
  return word.slice(word.indexOf("-") + 1);
}
