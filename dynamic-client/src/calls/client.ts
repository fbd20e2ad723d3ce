import type { GuideField, GuideMethod } from "@stratus/runtime/guide";
import { UsageError } from "../text/usage-error.js";
import { boundResponse } from "./bounded-response.js";
import type { Service } from "../sdk/service.js";
import type { Sdk } from "../sdk/sdk.js";

/** The call options that all SDKs support. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** `false` sends the request once. */
  readonly retry?: false | undefined;
  /** `false` adds no default parent to a gRPC request. */
  readonly parentId?: false | undefined;
  /** The reset mask as text. */
  readonly resetMask?: string | undefined;
  /** The maximum number of attempts after conflicts, for `modify` and `previewModify`. */
  readonly conflictAttempts?: number | undefined;
  /** Whether new objects may be copies of what was read, for `modify` and `previewModify`. */
  readonly matchCopies?: boolean | undefined;
}

/** A method of a generated client. The guide describes its arguments and its result. */
export type ClientMethod = (...given: readonly unknown[]) => unknown;

/** The handle of a long-running operation, as all SDKs return it. */
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

/** The result of `previewModify`. */
export interface Preview {
  readonly isUnchanged: boolean;
  readonly request: object;
  /** The reset mask that is sent with the request. */
  readonly resetMask?: { toString(): string } | undefined;
  /** The paths of the field mask in the request (AIP-134). */
  readonly updateMask?: readonly string[] | undefined;
  readonly before: object;
  readonly after: object;
}

/** Calls the methods of a service as its guide describes them. */
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
   * @param local The name of the client's method: `local` of the guide's method, or `local` of its pages.
   * @param request A message from `makeMessage` or `MessageEditor`.
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
    return boundResponse(this.helper(local)(...inPath.map(({ name }) => values[name]), ...body, more));
  }

  /** Returns a method of the client by name, such as `modify` or `operation`. */
  helper(local: string): ClientMethod {
    const method = this.#client[local];
    if (typeof method !== "function")
      throw new UsageError(
        "PACKAGE_INVALID",
        `the package has no ${this.#part.guide.client}.${local}: generate it again`,
      );
    return (...given) => method.apply(this.#client, given);
  }
}

function isKey({ name, place }: GuideField): boolean {
  return place === "header" && /^idempotency-key$/i.test(name);
}

/**
 * Creates the client of a service.
 *
 * @param at The name of the service to call, for services without an endpoint.
 * @throws A UsageError if the service has no endpoint and `at` is missing.
 */
export async function openClient(sdk: Sdk, service: Service, session: object, at?: string): Promise<Client> {
  const { client: name, endpoint, isAtSession } = service.guide;
  const isCallable = endpoint !== undefined || isAtSession === true;
  if (sdk.isRest) {
    const own = name === "" ? session : (session as Readonly<Record<string, object>>)[name];
    return new Client(service, own ?? session);
  }
  if (!isCallable && at === undefined)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `${service.entry.words} has no endpoint; name the service to call with --service, such as --service compute`,
    );
  const entry = await sdk.load(service.file.entry);
  const make = entry[name] as new (session: object, options?: object) => object;
  return new Client(service, isCallable ? new make(session) : new make(session, { endpoint: at }));
}
