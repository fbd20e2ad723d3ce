import type { Row } from "./report.js";

/** Something that does the same work as its peers, in its own way. */
export interface Contestant {
  readonly name: string;
  /** Runs one slice. Returns the cost of one unit of its work. */
  readonly slice: () => Promise<number>;
  /** The limit of the ratio to the baseline. */
  readonly target?: number;
}

/**
 * Runs contestants in interleaved slices, the first being the baseline. The
 * machines are noisy by tens of percent, and a noisy moment must hit all alike:
 * so ratios are taken round by round, and the median of them is reported. The
 * order turns with each round, so that nobody always runs first.
 */
export async function compare(
  topic: string,
  unit: string,
  contestants: readonly Contestant[],
  rounds: { readonly measured: number; readonly warmUp: number },
): Promise<Row[]> {
  const costs = contestants.map((): number[] => []);
  for (let round = -rounds.warmUp; round < rounds.measured; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (turn + Math.abs(round)) % contestants.length;
      const cost = await contestants[index]?.slice();
      if (round >= 0 && cost !== undefined) costs[index]?.push(cost);
    }
  }
  const baseline = costs[0] ?? [];
  return contestants.map(({ name, target }, index) => {
    const own = costs[index] ?? [];
    const ratios = own.map((cost, round) => cost / (baseline[round] ?? Number.NaN));
    return { topic, contestant: name, cost: median(own), unit, ratio: median(ratios), target };
  });
}

/**
 * The same for cheap slices and small differences: every slice of a contestant
 * stands between two of the baseline (baseline, it, it, baseline), so that a
 * machine that grows slower or faster meanwhile does so for both. A block gives
 * one ratio, and the median of the blocks is reported. Only the second
 * contestant runs in every round; the others, which show an order of size, in
 * every fourth.
 */
export async function compareInBlocks(
  topic: string,
  unit: string,
  [baseline, ...others]: readonly Contestant[],
  rounds: { readonly measured: number; readonly warmUp: number },
): Promise<Row[]> {
  if (!baseline) return [];
  const blocks = others.map((): Block[] => []);
  for (let round = -rounds.warmUp; round < rounds.measured; round++) {
    for (const [index, other] of others.entries()) {
      if (index > 0 && round % 4 !== 0) continue;
      const first = await baseline.slice();
      const own = (await other.slice()) + (await other.slice());
      const block = { own, beside: first + (await baseline.slice()) };
      if (round >= 0) blocks[index]?.push(block);
    }
  }
  const cost = median(blocks.flat().map(({ beside }) => beside / 2));
  return [
    { topic, contestant: baseline.name, cost, unit, ratio: 1, target: baseline.target },
    ...others.map(({ name, target }, index) =>
      createRow({ topic, contestant: name, unit, target }, blocks[index] ?? []),
    ),
  ];
}

/** Two slices of a contestant, and the two of the baseline around them. */
interface Block {
  readonly own: number;
  readonly beside: number;
}

function createRow(head: Omit<Row, "cost" | "ratio">, blocks: readonly Block[]): Row {
  const ratios = blocks.map(({ own, beside }) => own / beside);
  return {
    ...head,
    cost: median(blocks.map(({ own }) => own / 2)),
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

/** CPU time that this process spends on some work, in microseconds. */
export async function cpuMicroseconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The value in the middle. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which a part of the values is; between two of them by a straight line. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low, high] = [Math.floor(place), Math.ceil(place)].map((at) => sorted[at] ?? Number.NaN);
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (place % 1);
}
