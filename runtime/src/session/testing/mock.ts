/**
 * Mocks for tests of programs: clients whose calls are answered by functions instead of a server.
 *
 * @module
 */
import { staticToken } from "../auth/static-token.js";
import type { ServiceEndpoint } from "../../calls/endpoint/endpoint.js";
import type { ClientOptions } from "../core/client-options.js";
import { NodeSession } from "../core/node-session.js";
import { sessionKey } from "../core/session-key.js";
import type { Session } from "../core/session.js";
import type { SessionOptions } from "../core/session-options.js";
import type { Caller } from "../../calls/caller.js";
import type { Service } from "../../calls/rpc/service.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { OptionsError } from "../../base/text/options-error.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { describe } from "../../base/text/value-text.js";
import { loadUpdates } from "../../calls/modify/updates.js";
import { MockClock } from "./mock-clock.js";
import { createMockTransport } from "./mock-transport.js";
import type { MockHandlers } from "./mock-types.js";

const nobody: SessionWiring = {
  sdk: { name: "mock", version: "0" },
  session: "Mock",
  apiDomain: undefined,
  serviceErrors: [],
  updates: loadUpdates,
};

/** The domain of calls that go to handlers. It never exists (RFC 6761). */
const domain = "mock.invalid";

/** The type of {@link mock}, for an SDK that has its own. */
export type Mock = <Client>(
  client: new (session: Session, options: ClientOptions & { readonly endpoint: ServiceEndpoint }) => Client,
  handlers: MockHandlers<NoInfer<Client>>,
  options?: SessionOptions,
) => Client;

/** The `mock` of an SDK: its calls fail with the error of that session, know its service errors, and send its headers. */
export function mockFor(wiring: SessionWiring): Mock {
  return (client, handlers, options = {}) => mockOf(wiring, client, handlers, options);
}

/**
 * A client whose calls handlers answer, without a network:
 *
 * ```ts
 * const instances = mock(InstanceServiceClient, {
 *   get: async ({ id }) => ({ metadata: { id }, spec: { cpu: 4 } }),
 * });
 * ```
 *
 * Interceptors, reset masks, idempotency keys and retries work as they do over
 * a wire. Pauses between attempts and between the reads of an operation take no
 * time, also under fake timers. An rpc without a handler fails with
 * UNIMPLEMENTED. Options are those of a session: `retry: false` turns retries off.
 * {@link mockOperation} returns operations that run for a while or fail.
 *
 * @throws An OptionsError for a handler of a method that the client does not have.
 */
export function mock<Client>(
  client: new (session: Session, options: ClientOptions & { readonly endpoint: ServiceEndpoint }) => Client,
  handlers: MockHandlers<NoInfer<Client>>,
  options: SessionOptions = {},
): Client {
  return mockOf(nobody, client, handlers, options);
}

function mockOf<Client>(
  wiring: SessionWiring,
  client: new (session: Session, options: ClientOptions & { readonly endpoint: ServiceEndpoint }) => Client,
  handlers: MockHandlers<NoInfer<Client>>,
  options: SessionOptions,
): Client {
  if (typeof client !== "function") {
    throw new OptionsError(
      "ARGUMENT_INVALID",
      `mock: the class of a client is needed, such as mock(SomeServiceClient, { ... }); ${describe(client)} was given`,
    );
  }
  const services = new Set<string>();
  const clock = options.clock?.pause ? options.clock : new MockClock(options.clock);
  // A session of plain gRPC has no domain, and needs no credentials.
  const isPlain = wiring.kind === "grpc";
  const session = new MockSession(services, wiring, {
    ...(!isPlain && { apiDomain: domain, credentials: staticToken("token-of-a-mock") }),
    ...options,
    clock,
    transport: createMockTransport(handlers, clock, services),
  });
  const mocked = new client(session, { endpoint: isPlain ? { host: domain } : "mock" });
  requireMethods(mocked, handlers);
  return mocked;
}

/** A session that notes the services of its clients: the handlers of a mock answer these alone. */
class MockSession extends NodeSession {
  readonly #services: Set<string>;

  constructor(services: Set<string>, wiring: SessionWiring, options: SessionOptions) {
    super(wiring, options);
    this.#services = services;
  }

  override [sessionKey](version: number, service: Service, options: ClientOptions): Caller {
    this.#services.add(service.typeName);
    return super[sessionKey](version, service, options);
  }
}

/** Rejects unknown method names. The compiler finds them in TypeScript; in JavaScript their handlers would never be called. */
function requireMethods(client: unknown, handlers: object): void {
  const methods = client as { readonly [name: string]: unknown };
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof methods[name] !== "function" || name === "constructor") {
      const all = Object.getOwnPropertyNames(Object.getPrototypeOf(client) as object);
      const names = all.filter((one) => one !== "constructor");
      const hint = didYouMean(name, names) || `; its methods are ${names.join(", ")}`;
      throw new OptionsError("ARGUMENT_INVALID", `mock: the client has no method ${describe(name)}${hint}`);
    }
    if (handler === undefined || typeof handler === "function") continue;
    throw new OptionsError(
      "ARGUMENT_INVALID",
      `mock: ${name}: a function is needed, such as () => ({}), got ${describe(handler)}`,
    );
  }
}
