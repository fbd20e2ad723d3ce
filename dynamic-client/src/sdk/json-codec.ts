import type { GuideForm, GuideJson, LoadedGuide } from "@stratus/runtime/guide-v1";

/** A package as its parts need it. */
export interface SdkModules {
  /** Whether it calls its API by REST. */
  readonly isRest: boolean;
  /** Loads an entry of it: `.`, `./compute/v1`. */
  readonly load: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Loads an entry of its runtime: `cel`. */
  readonly loadRuntime: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
}

/** JSON of a message, as `toJson` of an SDK gives it. */
type Json = GuideJson;

/** The functions of the runtime that an SDK passes on. */
interface RuntimeFunctions {
  readonly fromJson: (type: unknown, json: unknown) => object;
  readonly toJson: (type: unknown, message: unknown, options?: { readonly redact?: boolean }) => Json;
  readonly check: (type: unknown, message: unknown, options: object) => Promise<readonly Violation[]>;
}

/** A rule of the API that a message does not keep. */
export interface Violation {
  /** The field, by its names in the proto. */
  readonly path: string;
  /** The rule in words. */
  readonly text: string;
}

/**
 * Messages as an SDK has them, made of JSON and turned into JSON by its own functions. Those of a REST API are JSON
 * themselves.
 */
export class JsonCodec {
  readonly #sdk: SdkModules;
  readonly #loaded: LoadedGuide;
  readonly #types = new Map<string, unknown>();
  #functions: RuntimeFunctions | undefined;

  constructor(sdk: SdkModules, loaded: LoadedGuide) {
    this.#sdk = sdk;
    this.#loaded = loaded;
  }

  /** Loads what messages are made of. All else here asks for it. */
  async load(): Promise<this> {
    if (this.#sdk.isRest || this.#functions) return this;
    const entries = new Set([...this.#loaded.messages.values()].map(({ entry }) => entry));
    const modules = new Map<string, Readonly<Record<string, unknown>>>();
    await Promise.all([...entries].map(async (entry) => modules.set(entry, await this.#sdk.load(entry))));
    for (const [name, { type, entry }] of this.#loaded.messages)
      if (type !== undefined) this.#types.set(name, modules.get(entry)?.[type]);
    // An SDK passes the functions of its runtime on, under their own names.
    this.#functions = (await this.#sdk.load(".")) as unknown as RuntimeFunctions;
    return this;
  }

  /** A message of JSON. @throws The SDK's own error, which names the field. */
  fromJson(type: string, json: unknown): object {
    if (this.#sdk.isRest) return structuredClone(json) as object;
    return this.#loadedFunctions.fromJson(this.#type(type), json);
  }

  /**
   * The rules of the API that a message does not keep; those in CEL if `@bufbuild/cel` is installed beside the package.
   * Clients of REST APIs check what they send themselves.
   *
   * @param mask The reset mask that goes with it.
   */
  async violations(type: string, message: object, mask?: string): Promise<readonly Violation[]> {
    if (this.#sdk.isRest) return [];
    const { cel } = await this.#sdk.loadRuntime("cel").catch((): { readonly cel?: unknown } => ({}));
    const options = { ...(mask === undefined ? {} : { mask }), ...(cel === undefined ? {} : { cel }) };
    return this.#loadedFunctions.check(this.#type(type), message, options);
  }

  /** JSON of an answer; secrets are hidden, unless all is to be seen. */
  toJson(form: GuideForm, value: unknown, showSecrets = false): Json {
    if (value === undefined) return null;
    if (form.isList && Array.isArray(value))
      return value.map((one) => this.toJson({ ...form, isList: undefined }, one, showSecrets));
    if (this.#sdk.isRest) return this.#restToJson(form, value, showSecrets);
    const type = form.kind === "message" ? this.#types.get(form.type ?? "") : undefined;
    return type === undefined
      ? plainJson(value)
      : this.#loadedFunctions.toJson(type, value, { redact: !showSecrets });
  }

  #restToJson(form: GuideForm, value: unknown, showSecrets: boolean): Json {
    const fields = this.#loaded.messages.get(form.type ?? "")?.fields;
    if (!fields || typeof value !== "object" || value === null || Array.isArray(value))
      return plainJson(value);
    const known = new Map(fields.map((field) => [field.name, field]));
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const field = known.get(name);
        if (field?.isSecret && !showSecrets) return [name, redactedText];
        return [name, field ? this.toJson(field, one, showSecrets) : plainJson(one)];
      }),
    );
  }

  #type(name: string): unknown {
    const type = this.#types.get(name);
    if (type === undefined) throw new Error(`the package does not export ${name}: generate it again`);
    return type;
  }

  get #loadedFunctions(): RuntimeFunctions {
    if (!this.#functions) throw new Error("the package has not been loaded");
    return this.#functions;
  }
}

/** The text instead of a value that is shown to nobody. */
export const redactedText = "[hidden]";

/** A value of plain JavaScript as JSON: 64-bit integers as text, bytes as base64. */
function plainJson(value: unknown): Json {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== "object" || value === null) return (value ?? null) as Json;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainJson(one)]));
}
