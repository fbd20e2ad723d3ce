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
import { Forms, type Package } from "./forms.js";

/** A message that a guide describes no further, such as the well-known types. */
const nothing: GuideMessage = { text: "", fields: [] };

/** A service with all that its methods name. */
export class Part {
  readonly isRest: boolean;
  readonly entry: GuideEntry;
  readonly service: GuideService;
  readonly forms: Forms;
  readonly #loaded: LoadedGuide;
  readonly #lines: ReadonlyMap<string, GuideLine>;

  constructor(sdk: Package, entry: GuideEntry, loaded: LoadedGuide) {
    const service = loaded.services.get(entry.name);
    if (!service) throw new Error(`the guide has no service ${entry.name}: generate the package again`);
    this.isRest = sdk.isRest;
    this.entry = entry;
    this.service = service;
    this.#loaded = loaded;
    this.#lines = new Map(entry.methods.map(readLine).map((line) => [line.word, line]));
    this.forms = new Forms(sdk, loaded);
  }

  /** Entry of the package that has the client. */
  get file(): LoadedGuide["file"] {
    return this.#loaded.file;
  }

  /** The method of a word; undefined if it has none. */
  method(word: string | undefined): GuideMethod | undefined {
    return this.service.methods.find((one) => one.word === word);
  }

  /** The first method of a role. */
  methodOf(role: GuideRole): GuideMethod | undefined {
    return this.service.methods.find(({ word }) => this.roleOf(word) === role);
  }

  /** The role of a method in its API. */
  roleOf(word: string): GuideRole {
    return this.#lines.get(word)?.role ?? "other";
  }

  /** The effect of a call of a method. */
  effectOf(word: string): GuideEffect {
    return this.#lines.get(word)?.effect ?? "act";
  }

  /** A message by its full name; one without fields if it is not described. */
  message(name: string | undefined): GuideMessage {
    return this.#loaded.messages.get(name ?? "") ?? nothing;
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
  modifyOf(method: GuideMethod): GuideModify | undefined {
    if (method.modify) return method.modify;
    return this.service.modify?.update === method.word ? this.service.modify : undefined;
  }

  /** The updates that read first: of an API that follows AIP a service may have several, each of another resource. */
  get updates(): readonly GuideMethod[] {
    return this.service.methods.filter((method) => this.modifyOf(method));
  }

  /**
   * The Get of the resource that a method is about. If the service has several, it is the one that is called like the method
   * but for the verb (AIP-131, AIP-135): `get-instance` of `delete-instance`.
   */
  getOf(method: GuideMethod): GuideMethod | undefined {
    const modify = this.modifyOf(method);
    if (modify) return this.method(modify.get);
    const all = this.service.methods.filter(({ word }) => this.roleOf(word) === "get");
    return all.length > 1 ? all.find(({ word }) => noun(word) === noun(method.word)) : all[0];
  }

  /** Whether resources of a type are named by their `name`, as AIP has it, and by no id. */
  isNamedByName(type: string | undefined): boolean {
    const gets = this.service.methods.filter(({ word }) => this.roleOf(word) === "get");
    return type !== undefined && gets.some(({ id, response }) => id === "name" && response?.type === type);
  }

  /** Full name of the resource that the service manages, the first of several; undefined if it has none. */
  get resource(): string | undefined {
    const { modify } = this.service;
    const get = (modify && this.method(modify.get)) ?? this.methodOf("get");
    if (get || !this.isRest) return get?.response?.type;
    return this.service.methods
      .map(({ response }) => response?.type)
      .find((type) => this.message(type).fields.length > 0);
  }

  /** Full name of the message that the input of a method fills: its request, or of an Update by `modify` its resource. */
  inputOf(method: GuideMethod): string {
    return (this.modifyOf(method) && this.getOf(method)?.response?.type) ?? method.request;
  }

  /**
   * Names of the fields of the request that are given by their place: the one that names the resource; of a REST API the
   * parameters of the path in their order.
   */
  positionals(method: GuideMethod): readonly GuideField[] {
    const asked = (this.modifyOf(method) && this.getOf(method)) ?? method;
    const { fields } = this.message(asked.request);
    if (this.isRest) return fields.filter(({ place }) => place === "path");
    const id = asked.id ?? this.getOf(asked)?.id ?? this.methodOf("get")?.id;
    return fields.filter(({ name, kind, isList }) => name === id && kind === "string" && !isList);
  }

  /** The Get by name, if a request that names its resource by an id can also be told a parent and a name. */
  byName(method: GuideMethod): GuideMethod | undefined {
    const finder = this.methodOf("getByName");
    return finder !== method &&
      this.methodOf("get")?.id !== undefined &&
      this.positionals(method).length === 1
      ? finder
      : undefined;
  }
}

/** The words behind the verb of a method: `instance-config` of `delete-instance-config`. */
export function noun(word: string): string {
  return word.slice(word.indexOf("-") + 1);
}
