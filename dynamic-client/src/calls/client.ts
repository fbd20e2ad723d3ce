import type { GuideField, GuideMethod } from "@stratus/runtime/guide-v1";
import { UsageError } from "../text/usage-error.js";
import type { Service } from "../sdk/service.js";
import type { Sdk } from "../sdk/sdk.js";

/** Options of calls that every package has. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Text of a reset mask. */
  readonly resetMask?: string | undefined;
  /** Of `previewModify` and `modify`: how often a change is tried. */
  readonly conflictAttempts?: number | undefined;
}

/** The answer of a method whose shape only its guide knows. */
export type ClientMethod = (...given: readonly unknown[]) => unknown;

/** A running or finished operation, as the handles of all packages have it. */
export interface OperationHandle {
  readonly id: string;
  readonly isDone: boolean;
  readonly isUnchanged: boolean;
  readonly resourceId: string;
  readonly latest: unknown;
  wait(options: {
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly onProgress?: (operation: unknown) => void;
  }): Promise<unknown>;
  resource?(options: object): Promise<unknown>;
  result?(options: object): Promise<unknown>;
}

/** The preview of a `modify`. */
export interface Preview {
  readonly isUnchanged: boolean;
  readonly request: object;
  /** The mask that goes beside the request. */
  readonly resetMask?: { toString(): string } | undefined;
  /** The mask that the request has in it (AIP-134): what is set or cleared. */
  readonly updateMask?: readonly string[] | undefined;
  readonly before: object;
  readonly after: object;
}

/** Calls the methods of a service by their guide. */
export class Client {
  readonly #part: Service;
  readonly #client: Readonly<Record<string, unknown>>;

  constructor(service: Service, client: object) {
    this.#part = service;
    this.#client = client as Record<string, unknown>;
  }

  /**
   * Calls a method.
   *
   * @param local The method of the client: `local` of the guide's method, or that of its pages.
   * @param request The message, as `Draft` has made it.
   */
  call(method: GuideMethod, local: string, request: object, options: CallOptions): unknown {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    if (!this.#part.isRest) return this.helper(local)(request, given);
    const fields = this.#part.message(method.request).fields;
    const values = request as Readonly<Record<string, unknown>>;
    const seen = new Set<string>();
    const inPath = fields.filter(
      ({ place, property }) => place === "path" && !seen.has(property) && seen.add(property),
    );
    const params = fields
      .filter(({ name, place }) => place !== "path" && place !== "body" && values[name] !== undefined)
      .map(({ name, property }) => [property, values[name]] as const);
    const key = fields.find(isKey);
    // Where the API describes a parameter for it, the key is that parameter.
    const { idempotencyKey, ...others } = given;
    const keyed =
      key && idempotencyKey !== undefined ? [[key.property, idempotencyKey] as const, ...params] : params;
    const body = fields.filter(({ place }) => place === "body").map(({ name }) => values[name]);
    const own = key ? others : given;
    const more = keyed.length > 0 ? { ...own, params: Object.fromEntries(keyed) } : own;
    return this.helper(local)(...inPath.map(({ name }) => values[name]), ...body, more);
  }

  /** A method of the client by its name: `modify`, `operation`. */
  helper(local: string): ClientMethod {
    const method = this.#client[local];
    if (typeof method !== "function")
      throw new Error(`the package has no ${this.#part.guide.client}.${local}: generate it again`);
    return (...given) => method.apply(this.#client, given);
  }
}

function isKey({ name, place }: GuideField): boolean {
  return place === "header" && /^idempotency-key$/i.test(name);
}

/**
 * Makes the client of a service.
 *
 * @param at The name of the service to call, for one that has no own endpoint.
 */
export async function openClient(sdk: Sdk, service: Service, session: object, at?: string): Promise<Client> {
  const { client: name, endpoint } = service.guide;
  if (sdk.isRest) {
    const own = name === "" ? session : (session as Readonly<Record<string, object>>)[name];
    return new Client(service, own ?? session);
  }
  if (endpoint === undefined && at === undefined)
    throw new UsageError(
      `${service.entry.words} has no endpoint; name the service to call with --service, such as --service compute`,
    );
  const entry = await sdk.load(service.file.entry);
  const make = entry[name] as new (session: object, options?: object) => object;
  return new Client(
    service,
    endpoint === undefined ? new make(session, { endpoint: at }) : new make(session),
  );
}
