import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import type { Row } from "./report.js";
import { compareInBlocks, cpuMicroseconds, type Contestant } from "./slices.js";
import { top as root } from "./corpus.js";
import { type RunningEmulator, startEmulator } from "./running-emulator.js";

/** A built checkout of an older version to compare with, such as that before the emulator wrote a log. */
const olderCheckout = process.env["STRATUS_OLDER_CHECKOUT"];
const callsPerSlice = 2000;
const inFlight = 16;

/** Measures the command of the emulator: its start, its memory and its calls, beside an older version or with a log. */
export async function emulatorRows(): Promise<Row[]> {
  const emulator = { name: "emulator", root, flags: [] };
  const subjects: readonly Subject[] =
    olderCheckout === undefined
      ? [emulator, { name: "emulator, --log json", root, flags: ["--log", "json"] }]
      : [{ name: "older version", root: olderCheckout, flags: [] }, emulator];
  const contestants = (measure: Measure): Contestant[] =>
    subjects.map((one) => ({ name: one.name, slice: () => measure(one) }));
  const rounds = { warmUp: 0, measured: 3 };
  return [
    ...(await compareInBlocks("start of the command", "ms CPU", contestants(startMilliseconds), rounds)),
    ...(await compareInBlocks("memory after 2,000 creates", "MB", contestants(megabytesInUse), rounds)),
    ...(await callRows(subjects, contestants)),
  ];
}

type Measure = (emulator: Subject) => Promise<number>;

/** An emulator to measure. */
interface Subject {
  readonly name: string;
  readonly root: string;
  readonly flags: readonly string[];
}

async function startMilliseconds({ root: folder, flags }: Subject): Promise<number> {
  await using emulator = await startEmulator(folder, flags);
  return (await emulator.usage()).cpuMs;
}

async function megabytesInUse({ root: folder, flags }: Subject): Promise<number> {
  await using emulator = await startEmulator(folder, flags);
  await createInstances(emulator);
  return (await emulator.usage()).residentBytes / 1e6;
}

/** The emulators run all the time, so that their code is compiled. */
async function callRows(
  subjects: readonly Subject[],
  contestants: (measure: Measure) => Contestant[],
): Promise<Row[]> {
  const running = new Map<Subject, RunningEmulator>();
  const measureOne = (one: Subject): Promise<Calls> => {
    const emulator = running.get(one);
    if (emulator === undefined) throw new Error(`${one.name} is not running`);
    return measureCalls(emulator);
  };
  try {
    for (const one of subjects) running.set(one, await startEmulator(one.root, one.flags));
    const calls = (cost: keyof Calls): Contestant[] =>
      contestants(async (one) => (await measureOne(one))[cost]);
    const rounds = { warmUp: 2, measured: 12, seconds: 8 };
    return [
      ...(await compareInBlocks("create, with client", "µs CPU", calls("cpuUs"), rounds)),
      ...(await compareInBlocks("create", "µs", calls("wallUs"), { warmUp: 0, measured: 3 })),
    ];
  } finally {
    for (const one of running.values()) await one[Symbol.asyncDispose]();
  }
}

/** The cost of one call, with 16 in flight: of the emulator and of the client in this process. */
interface Calls {
  readonly cpuUs: number;
  readonly wallUs: number;
}

async function measureCalls(emulator: RunningEmulator): Promise<Calls> {
  const before = await emulator.usage();
  const startMs = performance.now();
  const clientUs = await cpuMicroseconds(() => createInstances(emulator));
  const wallMs = performance.now() - startMs;
  const cpuMs = (await emulator.usage()).cpuMs - before.cpuMs;
  return { cpuUs: (cpuMs * 1000 + clientUs) / callsPerSlice, wallUs: (wallMs * 1000) / callsPerSlice };
}

let created = 0;

async function createInstances({ address }: RunningEmulator): Promise<void> {
  await using cloud = new Cloud({
    apiDomain: "api.example.com",
    credentials: staticToken("bench"),
    endpoint: address,
    insecure: true,
  });
  const instances = new InstanceServiceClient(cloud);
  const end = created + callsPerSlice;
  const work = async (): Promise<void> => {
    while (created < end) {
      const name = `vm-${(created += 1)}`;
      await instances.create({ metadata: { parentId: "p", name }, spec: { cpu: 4 } });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}
