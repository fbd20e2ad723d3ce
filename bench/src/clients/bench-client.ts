/** A client that always makes the same call: it creates an instance. */
export interface BenchClient {
  readonly name: string;
  call(): PromiseLike<unknown>;
  close(): void | Promise<void>;
}

/** Opens a client of the server at an address. */
export type OpenClient = (address: string) => BenchClient;

/** Below which the hosts of the API are. */
export const apiDomain = "api.example.com";

/** The headers of every client. */
export const token = "bench-token";

/** The deadline of the call, in milliseconds. */
export const timeoutMs = 20_000;
