/**
 * One codec in a process of its own. Its parent asks it for slices of work, and is told what one piece of it cost.
 * Arguments: the codec's bundle, the bytes of one resource, and of a list.
 */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** What a slice is to do. */
export interface Order {
  readonly work: Work;
  readonly type: "one" | "list";
}

/** Reading messages, or writing them. */
export type Work = "decode" | "encode";

interface Codec {
  decode(type: Order["type"], bytes: Uint8Array): object;
  encode(type: Order["type"], message: object): Uint8Array;
}

const sliceMs = 60;

const [bundle = "", ...inputs] = process.argv.slice(2);
const { decode, encode } = (await import(pathToFileURL(bundle).href)) as Codec;
const [one, list] = await Promise.all(inputs.map((path) => readFile(path)));
if (!one || !list) throw new Error("the program needs a codec and two messages");
const bytes = { one, list };
const messages = { one: decode("one", one), list: decode("list", list) };
for (const type of ["one", "list"] as const) {
  const { length } = encode(type, messages[type]);
  if (length !== bytes[type].length)
    throw new Error(`${bundle} wrote ${length} bytes instead of ${bytes[type].length}`);
}

/** CPU time of one piece in microseconds. What the work answers is used, so that no part of it can be left out. */
function measure({ work, type }: Order): number {
  const turns = type === "one" ? 200 : 2;
  let pieces = 0;
  let seen = 0;
  const before = process.cpuUsage();
  const endMs = performance.now() + sliceMs;
  while (performance.now() < endMs) {
    for (let turn = 0; turn < turns; turn++) {
      seen +=
        work === "decode"
          ? Object.keys(decode(type, bytes[type])).length
          : encode(type, messages[type]).length;
    }
    pieces += turns;
  }
  const { user, system } = process.cpuUsage(before);
  if (seen === 0) throw new Error("the work of the bench gave nothing");
  return (user + system) / pieces;
}

process.on("message", (order: Order) => process.send?.(measure(order)));
