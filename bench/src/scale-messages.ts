import type { Row } from "./report.js";
import type { ElementsOrder } from "./elements-program.js";
import { startSlices } from "./slice-process.js";
import { compare } from "./slices.js";

const elements = 1_000_000;

/** Decoding and encoding a message of 10 MB with a million messages, and of a tenth of them. */
export async function messageScaleRows(): Promise<Row[]> {
  const [tenth, whole] = [elements / 10, elements];
  // Each size has a process: what one leaves on the heap is not collected in the slices of the other.
  await using small = startSlices<ElementsOrder>("elements-program.js", [String(tenth)]);
  await using large = startSlices<ElementsOrder>("elements-program.js", [String(whole)]);
  const rows: Row[] = [];
  for (const work of ["decode", "encode"] as const) {
    const contestants = [
      { name: "a tenth", slice: () => small.run({ work, times: 30 }) },
      { name: "stratus", slice: () => large.run({ work, times: 3 }) },
    ];
    const topic = `${work}, a message of 10 MB with ${elements.toLocaleString("en-US")} elements`;
    rows.push(...(await compare(topic, "µs CPU", contestants, { warmUp: 1, measured: 9 })));
  }
  return rows;
}
