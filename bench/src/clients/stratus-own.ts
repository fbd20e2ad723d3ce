import type { BenchClient } from "./bench-client.js";
import { openWith } from "./stratus.js";

/** The same as `stratus`, over the HTTP/2 of its own. */
export function openClient(address: string, ca?: string): BenchClient {
  return openWith("own", address, ca);
}
