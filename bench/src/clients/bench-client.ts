/** A client that makes one and the same call: the creation of an instance. */
export interface BenchClient {
  readonly name: string;
  call(): PromiseLike<unknown>;
  close(): void | Promise<void>;
}

/** Opens a client of the server at an address. */
export type OpenClient = (address: string) => BenchClient;

/** Below which the hosts of the API are. */
export const apiDomain = "api.example.com";

/** What every client sends with the call. */
export const token = "bench-token";

/** The deadline of the call, in milliseconds. */
export const timeoutMs = 20_000;
