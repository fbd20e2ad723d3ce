/** A client that makes one and the same call: the creation of an instance. */
export interface BenchClient {
  readonly name: string;
  call(): PromiseLike<unknown>;
  close(): void | Promise<void>;
}

/** Opens a client of the server at an address: in plain text, or over TLS if it is given the certificate to trust, in PEM. */
export type OpenClient = (address: string, ca?: string) => BenchClient;

/** Below which the hosts of the API are. */
export const apiDomain = "api.example.com";

/** What every client sends with the call. */
export const token = "bench-token";

/** The deadline of the call, in milliseconds. */
export const timeoutMs = 20_000;
