import { startEmulator, type Emulator, type EmulatorOptions } from "@stratus/emulator";
import { staticToken } from "@stratus/runtime";
import type { LooseClient, Shelf } from "./shelf.fixture.js";

/** An emulator of the API, and clients that check nothing themselves. */
export interface ShelfEmulator extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly boxes: LooseClient;
  readonly safes: LooseClient;
}

/** Starts it; it ends with `await using`. */
export async function emulateShelf(shelf: Shelf, options: EmulatorOptions = {}): Promise<ShelfEmulator> {
  const emulator = await startEmulator({
    registry: shelf.descriptors,
    apiDomain: "shelf.test",
    ...options,
  });
  const session = new shelf.Session({
    endpoint: emulator.address,
    insecure: true,
    credentials: staticToken(emulator.issueToken()),
    validate: "off",
  });
  const close = async (): Promise<void> => {
    await session[Symbol.asyncDispose]();
    await emulator.close();
  };
  const [boxes, safes] = [new shelf.Client(session), new shelf.Safes(session)];
  return { emulator, boxes, safes, [Symbol.asyncDispose]: close };
}
