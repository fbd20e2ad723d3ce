import type { VolumeClient } from "./volume-client.js";
import { openWith } from "./volume-stratus.js";

/** The same as `volume-stratus`, over the HTTP/2 of its own. */
export function openClient(address: string): VolumeClient {
  return openWith(address, "own");
}
