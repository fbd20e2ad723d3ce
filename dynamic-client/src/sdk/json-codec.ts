import type { GuideForm, GuideJson, LoadedGuide } from "@stratus/runtime/guide";
import { UsageError } from "../text/usage-error.js";
import { isSecretField, redactedText } from "./secret-field.js";
import { isWellKnown } from "./well-known.js";

/** The modules of an SDK. */
export interface SdkModules {
  /** Whether the SDK is a REST client. */
  readonly isRest: boolean;
  /** Loads an entry point of the SDK, such as `.` or `./compute/v1`. */
  readonly load: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Loads an entry point of the SDK's runtime, such as `cel`. */
  readonly loadRuntime: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
}

/** The JSON of a message, as `toJson` of an SDK returns it. */
type Json = GuideJson;

/** The runtime functions that an SDK re-exports. */
interface RuntimeFunctions {
  readonly fromJson: (type: unknown, json: unknown) => object;
  readonly toJson: (
    type: unknown,
    message: unknown,
    options?: { readonly redact?: boolean; readonly forDisplay?: boolean },
  ) => Json;
  readonly check: (type: unknown, message: unknown, options: object) => Promise<readonly Violation[]>;
}

/** A violation of a validation rule. */
export interface Violation {
  /** The path of the field, with proto names. */
  readonly path: string;
  /** The description of the rule. */
  readonly text: string;
}

/** Converts messages from and to JSON with the functions of the SDK. Messages of a REST API already are JSON. */
export class JsonCodec {
  readonly #sdk: SdkModules;
  readonly #loaded: LoadedGuide;
  readonly #types = new Map<string, unknown>();
  #functions: RuntimeFunctions | undefined;

  constructor(sdk: SdkModules, loaded: LoadedGuide) {
    this.#sdk = sdk;
    this.#loaded = loaded;
  }

  /** Loads the message types of the SDK. All other methods need them. */
  async load(): Promise<this> {
    if (this.#sdk.isRest || this.#functions) return this;
    const entries = new Set([...this.#loaded.messages.values()].map(({ entry }) => entry));
    const modules = new Map<string, Readonly<Record<string, unknown>>>();
    await Promise.all([...entries].map(async (entry) => modules.set(entry, await this.#sdk.load(entry))));
    for (const [name, { type, entry }] of this.#loaded.messages)
      if (type !== undefined) this.#types.set(name, modules.get(entry)?.[type]);
    await this.#loadWellKnown();
    // An SDK passes the functions of its runtime on, under their own names.
    this.#functions = (await this.#sdk.load(".")) as unknown as RuntimeFunctions;
    return this;
  }

  /** Loads the well-known types that methods take or return. The guide does not describe them. */
  async #loadWellKnown(): Promise<void> {
    const methods = [...this.#loaded.services.values()].flatMap((service) => service.methods);
    const names = methods.flatMap(({ request, response }) => [request, response?.type ?? ""]);
    if (!names.some(isWellKnown)) return;
    const types = await this.#sdk.load("./google/protobuf").catch(() => ({}));
    for (const [name, type] of Object.entries(types)) this.#types.set(`google.protobuf.${name}`, type);
  }

  /** Creates a message from JSON. @throws An error of the SDK that names the invalid field. */
  fromJson(type: string, json: unknown): object {
    if (this.#sdk.isRest) return structuredClone(json) as object;
    return this.#loadedFunctions.fromJson(this.#type(type), json);
  }

  /**
   * Returns the validation rules that a message violates. CEL rules are included if `@bufbuild/cel` is installed with the SDK.
   * Returns nothing for REST APIs, whose clients validate requests themselves.
   *
   * @param mask The reset mask of the request.
   */
  async violations(type: string, message: object, mask?: string): Promise<readonly Violation[]> {
    if (this.#sdk.isRest) return [];
    const { cel } = await this.#sdk.loadRuntime("cel").catch((): { readonly cel?: unknown } => ({}));
    const options = { ...(mask === undefined ? {} : { mask }), ...(cel === undefined ? {} : { cel }) };
    return this.#loadedFunctions.check(this.#type(type), message, options);
  }

  /**
   * Converts a response to JSON. Secrets are redacted unless `showSecrets` is true. A message with a value that JSON cannot
   * represent, such as a time after the year 9999, is shown as `show` does.
   */
  toJson(form: GuideForm, value: unknown, showSecrets = false): Json {
    return this.#convert(
      form,
      value,
      (type) => {
        try {
          return this.#loadedFunctions.toJson(type, value, { redact: !showSecrets });
        } catch {
          return this.#display(type, value, showSecrets);
        }
      },
      showSecrets,
    );
  }

  /** Converts a message to JSON for people: paths of field masks are those that are sent. */
  show(form: GuideForm, value: unknown, showSecrets = false): Json {
    return this.#convert(form, value, (type) => this.#display(type, value, showSecrets), showSecrets);
  }

  #display(type: unknown, value: unknown, showSecrets: boolean): Json {
    return this.#loadedFunctions.toJson(type, value, { redact: !showSecrets, forDisplay: true });
  }

  #convert(form: GuideForm, value: unknown, convert: (type: unknown) => Json, showSecrets: boolean): Json {
    if (value === undefined) return null;
    if (form.isList && Array.isArray(value))
      return value.map((one) => this.toJson({ ...form, isList: undefined }, one, showSecrets));
    if (this.#sdk.isRest) return this.#restToJson(form, value, showSecrets);
    const type = form.kind === "message" ? this.#types.get(form.type ?? "") : undefined;
    return type === undefined ? plainJson(value) : convert(type);
  }

  #restToJson(form: GuideForm, value: unknown, showSecrets: boolean): Json {
    const fields = this.#loaded.messages.get(form.type ?? "")?.fields;
    if (!fields || typeof value !== "object" || value === null || Array.isArray(value))
      return plainJson(value);
    const known = new Map(fields.map((field) => [field.name, field]));
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const field = known.get(name);
        if (isSecretField(field) && !showSecrets) return [name, redactedText];
        return [name, field ? this.toJson(field, one, showSecrets) : plainJson(one)];
      }),
    );
  }

  #type(name: string): unknown {
    const type = this.#types.get(name);
    if (type === undefined)
      throw new UsageError("PACKAGE_INVALID", `the package does not export ${name}: generate it again`);
    return type;
  }

  get #loadedFunctions(): RuntimeFunctions {
    if (!this.#functions) throw new Error("the package has not been loaded");
    return this.#functions;
  }
}

/** Converts a JavaScript value to JSON: `bigint` to a string and bytes to base64. */
function plainJson(value: unknown): Json {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== "object" || value === null) return (value ?? null) as Json;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainJson(one)]));
}
