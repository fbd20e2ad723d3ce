/**
 * The room for tests of programs: clients whose calls are answered by functions in
 * place of a server. They take the same way as real calls up to the transport.
 *
 * @module
 */
import { staticToken } from "../auth/outside-token.js";
import type { ClientOptions } from "../session/connect.js";
import { Session } from "../session/session.js";
import type { SessionOptions } from "../session/session-options.js";
import type { SessionWiring } from "../rpc/wiring.js";
import { mockTransport } from "./mock-transport.js";
import type { MockHandlers } from "./mock-types.js";

const wiring: SessionWiring = {
  sdk: { name: "mock", version: "0" },
  session: "Mock",
  apiDomain: "mock.invalid",
  serviceErrors: [],
};

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
 * a wire. An rpc without a handler fails with UNIMPLEMENTED. Options are those
 * of a session; retries are off unless they say otherwise, so that a failure
 * that a test throws comes back at once.
 */
export function mock<Client>(
  client: new (session: Session, options: ClientOptions & { readonly endpoint: string }) => Client,
  handlers: MockHandlers<NoInfer<Client>>,
  options: SessionOptions = {},
): Client {
  const session = new Session(wiring, {
    credentials: staticToken("mock"),
    retry: false,
    ...options,
    transport: mockTransport(handlers),
  });
  return new client(session, { endpoint: "mock" });
}
