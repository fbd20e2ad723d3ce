/**
 * One codec in a separate process. Its parent asks it for slices of work, and is told what one piece of it cost.
 * Arguments: the codec's bundle, and the inputs: `name=path`.
 */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** The work of a slice. */
export interface Order {
  readonly work: Work;
  /** Name of the input. */
  readonly type: string;
}

/** Reading messages, or writing them. */
export type Work = "decode" | "encode";

interface Codec {
  decode(type: string, bytes: Uint8Array): object;
  encode(type: string, message: object): Uint8Array;
}

const sliceMs = 50;

/** Milliseconds of work between two looks at the clock. */
const stretchMs = 2;

const [bundle = "", ...named] = process.argv.slice(2);
const { decode, encode } = (await import(pathToFileURL(bundle).href)) as Codec;

/** A message, encoded and decoded. */
interface Input {
  readonly bytes: Uint8Array;
  readonly message: object;
}

const inputs = new Map<string, Input>();
for (const one of named) {
  const [type = "", path = ""] = one.split("=");
  const bytes = await readFile(path);
  const message = decode(type, bytes);
  const { length } = encode(type, message);
  if (length !== bytes.length) {
    throw new Error(`${bundle} wrote ${length} bytes of ${type} instead of ${bytes.length}`);
  }
  inputs.set(type, { bytes, message });
}

/** Measures the CPU time of one unit of work in microseconds. Its result is used, so that the engine cannot optimize the work away. */
function measure({ work, type }: Order): number {
  const input = inputs.get(type);
  if (!input) throw new Error(`there is no input ${type}`);
  const { bytes, message } = input;
  let seen = 0;
  const run = (turns: number): void => {
    for (let turn = 0; turn < turns; turn++)
      seen += work === "decode" ? Object.keys(decode(type, bytes)).length : encode(type, message).length;
  };
  const startMs = performance.now();
  run(1);
  const turns = Math.max(1, Math.round(stretchMs / (performance.now() - startMs)));
  let pieces = 0;
  const before = process.cpuUsage();
  const endMs = performance.now() + sliceMs;
  for (; performance.now() < endMs; pieces += turns) run(turns);
  const { user, system } = process.cpuUsage(before);
  if (seen === 0) throw new Error("the work of the benchmark returned nothing");
  return (user + system) / pieces;
}

process.on("message", (order: Order) => process.send?.(measure(order)));
