/**
 * One client of the volume bench, in a separate process. Arguments: the client's file, the address of the server.
 */
import type { OpenVolumeClient } from "./clients/volume-client.js";
import { answerOrders } from "./slice-process.js";
import { cpuMicroseconds } from "./slices.js";
import { streamLength } from "./volume-messages.js";

/** The work of a slice. */
export interface VolumeOrder {
  readonly work: "stream" | "upload";
}

const uploads = 300;

const [clientFile = "", address = ""] = process.argv.slice(2);
const { openClient } = (await import(clientFile)) as { openClient: OpenVolumeClient };
const client = openClient(address);

const works: Readonly<Record<VolumeOrder["work"], () => Promise<number>>> = {
  /** CPU time for one message of the stream, in microseconds. */
  async stream() {
    let count = 0;
    const cost = await cpuMicroseconds(async () => void (count = await client.readStream()));
    if (count !== streamLength) throw new Error(`${clientFile} read ${count} of ${streamLength} messages`);
    return cost / streamLength;
  },
  /** How many of many large requests at the same time fail. */
  async upload() {
    const outcomes = await Promise.allSettled(Array.from({ length: uploads }, () => client.sendLarge()));
    return outcomes.filter(({ status }) => status === "rejected").length;
  },
};

answerOrders<VolumeOrder>(
  ({ work }) => works[work](),
  () => client.close(),
);
