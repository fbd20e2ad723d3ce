/** Reads and writes a message with many small ones, in a separate process. Argument: how many. */
import { ListInstancesResponse } from "@svc/cloud/compute/v1";
import { answerOrders } from "./slice-process.js";
import { cpuMicroseconds } from "./slices.js";

/** The work of a slice, and how often it is repeated. */
export interface ElementsOrder {
  readonly work: "decode" | "encode";
  readonly times: number;
}

const count = Number(process.argv[2]);
// Each takes ten bytes.
const items = Array.from({ length: count }, (_, index) => ({
  metadata: { id: index.toString(36).padStart(4, "0") },
}));
const bytes = ListInstancesResponse.encode(ListInstancesResponse.create({ items }));
const message = ListInstancesResponse.decode(bytes);

/** CPU time for one element, in microseconds. */
async function slice({ work, times }: ElementsOrder): Promise<number> {
  let seen = 0;
  const cost = await cpuMicroseconds(async () => {
    for (let turn = 0; turn < times; turn++)
      seen +=
        work === "decode"
          ? ListInstancesResponse.decode(bytes).items.length
          : ListInstancesResponse.encode(message).length;
  });
  if (seen === 0) throw new Error("the work of the benchmark returned nothing");
  return cost / (count * times);
}

answerOrders(slice);
