/**
 * One client of the volume bench, in a separate process. Arguments: the client's file, the address of the server.
 */
import type { OpenVolumeClient } from "./clients/volume-client.js";
import { answerOrders } from "./slice-process.js";
import { cpuMicroseconds } from "./slices.js";
import { streamLength } from "./volume-messages.js";

const [clientFile = "", address = ""] = process.argv.slice(2);
const { openClient } = (await import(clientFile)) as { openClient: OpenVolumeClient };
const client = openClient(address);

/** CPU time for one message of the stream, in microseconds. */
async function slice(): Promise<number> {
  let count = 0;
  const cost = await cpuMicroseconds(async () => void (count = await client.readStream()));
  if (count !== streamLength) throw new Error(`${clientFile} read ${count} of ${streamLength} messages`);
  return cost / streamLength;
}

answerOrders(slice, () => client.close());
