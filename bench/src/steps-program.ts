/**
 * The client of the steps bench: makes calls under V8's own profilers, and reports the cost of one call in each source file.
 * Arguments: what is measured (`cpu` or `heap`), the address of the server.
 */
import { readFileSync } from "node:fs";
import { type HeapProfiler, type Profiler, type Runtime, Session } from "node:inspector/promises";
import { SourceMap } from "node:module";
import { openClient } from "./clients/stratus.js";
import { makeCalls } from "./make-calls.js";

/** The cost of one call by file: a source of this project, `node:` and a module, or V8's name of its own work. */
export type CostsByFile = Readonly<Record<string, number>>;

/** The work of a slice. */
interface StepsOrder {
  /** Calls at a time. */
  readonly inFlight: number;
}

const [cost, address = ""] = process.argv.slice(2);
const client = openClient(address);
const profiler = new Session();
profiler.connect();

const calls = 20_000;

async function microseconds(inFlight: number): Promise<CostsByFile> {
  await profiler.post("Profiler.enable");
  await profiler.post("Profiler.setSamplingInterval", { interval: 250 });
  await profiler.post("Profiler.start");
  const before = process.cpuUsage();
  await makeCalls(client, calls, inFlight);
  const { user, system } = process.cpuUsage(before);
  const { profile } = await profiler.post("Profiler.stop");
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const counts = new Map<string, number>();
  const visit = ({ callFrame, children = [], hitCount = 0 }: Profiler.ProfileNode, caller: string): void => {
    const file = findFile(callFrame, caller);
    if (file !== "(idle)") addTo(counts, file, hitCount);
    for (const id of children) visit(nodes.get(id) as Profiler.ProfileNode, file);
  };
  const [top] = profile.nodes;
  if (top) visit(top, "");
  return perCall(counts, user + system);
}

/** As a sample of what is allocated, which counts what was collected too. */
async function bytes(inFlight: number): Promise<CostsByFile> {
  await profiler.post("HeapProfiler.startSampling", {
    samplingInterval: 2_048,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as HeapProfiler.StartSamplingParameterType);
  await makeCalls(client, calls, inFlight);
  const { profile } = await profiler.post("HeapProfiler.stopSampling");
  const sizes = new Map<string, number>();
  const visit = (
    { callFrame, children, selfSize }: HeapProfiler.SamplingHeapProfileNode,
    caller: string,
  ): void => {
    const file = findFile(callFrame, caller);
    addTo(sizes, file, selfSize);
    for (const child of children) visit(child, file);
  };
  visit(profile.head, "");
  return perCall(
    sizes,
    [...sizes.values()].reduce((sum, size) => sum + size, 0),
  );
}

function addTo(sums: Map<string, number>, name: string, value: number): void {
  sums.set(name, (sums.get(name) ?? 0) + value);
}

/** Parts of a whole that was measured in another way, by call. */
function perCall(parts: ReadonlyMap<string, number>, whole: number): CostsByFile {
  const sum = [...parts.values()].reduce((total, part) => total + part, 0);
  return Object.fromEntries([...parts].map(([name, part]) => [name, (part / sum) * (whole / calls)]));
}

const maps = new Map<string, SourceMap | undefined>();

/** The source file of a function, from the top of the repository; what V8 brings belongs to the file that calls it. */
function findFile(
  { url, functionName, lineNumber, columnNumber }: Runtime.CallFrame,
  caller: string,
): string {
  if (url === "") return functionName.startsWith("(") || caller === "(root)" ? functionName : caller;
  if (!url.startsWith("file:")) return url;
  const path = new URL(url);
  if (!maps.has(url)) maps.set(url, readMap(path));
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  const source =
    entry && "originalSource" in entry ? new URL(entry.originalSource, path).pathname : path.pathname;
  return source.slice(new URL("../../", import.meta.url).pathname.length);
}

function readMap(url: URL): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url.href}.map`), "utf8")));
  } catch {
    return undefined;
  }
}

process.on("message", ({ inFlight }: StepsOrder) => {
  void makeCalls(client, calls, inFlight)
    .then(() => (cost === "heap" ? bytes(inFlight) : microseconds(inFlight)))
    .then((costs) => process.send?.(costs));
});
process.on("disconnect", () => void client.close());
