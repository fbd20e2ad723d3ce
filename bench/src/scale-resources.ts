import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { top } from "./corpus.js";
import type { Row } from "./report.js";
import { type RunningEmulator, startEmulator } from "./running-emulator.js";
import { compare, cpuMicroseconds } from "./slices.js";

const resources = 10_000;
const inFlight = 16;

/** Lists 10,000 resources of an emulator page by page, and a tenth of them in another: CPU time of client and emulator. */
export async function resourceRows(): Promise<Row[]> {
  await using small = await startFilled(resources / 10);
  await using large = await startFilled(resources);
  const contestants = [
    { name: "a tenth", slice: () => listAll(small, 10) },
    { name: "stratus", slice: () => listAll(large, 1) },
  ];
  const topic = `${resources.toLocaleString("en-US")} resources listed`;
  return await compare(topic, "µs CPU", contestants, { warmUp: 1, measured: 9, seconds: 3 });
}

/** An emulator with resources, and a client of it. */
interface Filled extends AsyncDisposable {
  readonly emulator: RunningEmulator;
  readonly instances: InstanceServiceClient;
  readonly count: number;
}

async function startFilled(count: number): Promise<Filled> {
  const emulator = await startEmulator(top, []);
  const cloud = new Cloud({
    apiDomain: "api.example.com",
    credentials: staticToken("bench"),
    endpoint: emulator.address,
    insecure: true,
  });
  const instances = new InstanceServiceClient(cloud);
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < count) {
      const name = `vm-${(made += 1)}`;
      await instances.create({ metadata: { parentId: "p", name }, spec: { cpu: 4 } });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return {
    emulator,
    instances,
    count,
    async [Symbol.asyncDispose]() {
      await cloud.close();
      await emulator[Symbol.asyncDispose]();
    },
  };
}

/** CPU time for one resource, in microseconds. */
async function listAll({ emulator, instances, count }: Filled, times: number): Promise<number> {
  const before = await emulator.usage();
  let seen = 0;
  const clientUs = await cpuMicroseconds(async () => {
    for (let turn = 0; turn < times; turn++)
      for await (const { metadata } of instances.listAll({ parentId: "p" }))
        seen += metadata === undefined ? 0 : 1;
  });
  if (seen !== count * times) throw new Error(`the client listed ${seen} of ${count * times} resources`);
  return ((await emulator.usage()).cpuMs - before.cpuMs) * (1000 / seen) + clientUs / seen;
}
