import type { Row, Spread } from "./report.js";

/** Something that does the same work as its peers, in its own way. */
export interface Contestant {
  readonly name: string;
  /** Runs one slice. Returns the cost of one unit of its work. */
  readonly slice: () => Promise<number>;
}

/** How often contestants run. */
export interface Rounds {
  readonly warmUp: number;
  /** The most rounds that count. */
  readonly measured: number;
  /** Seconds after which no more rounds start, if at least three count. By default 3. */
  readonly seconds?: number;
}

/** Fewer rounds have no quartiles. */
const minRounds = 3;

/** Runs rounds until there are enough or the time is over. Those of the warm-up have negative numbers. */
async function runRounds(
  { warmUp, measured, seconds = 3 }: Rounds,
  run: (round: number) => Promise<void>,
): Promise<void> {
  for (let round = -warmUp; round < 0; round++) await run(round);
  const endMs = performance.now() + seconds * 1000;
  for (let round = 0; round < measured; round++) {
    if (round >= minRounds && performance.now() > endMs) return;
    await run(round);
  }
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
  rounds: Rounds,
): Promise<Row[]> {
  const costs = contestants.map((): number[] => []);
  await runRounds(rounds, async (round) => {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (turn + Math.abs(round)) % contestants.length;
      const cost = await contestants[index]?.slice();
      if (round >= 0 && cost !== undefined) costs[index]?.push(cost);
    }
  });
  const beside = costs[0] ?? [];
  const name = contestants[0]?.name ?? "";
  return contestants.map(({ name: contestant }, index) =>
    createRow({ topic, unit, contestant, beside: name }, costs[index] ?? [], beside),
  );
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
  rounds: Rounds,
): Promise<Row[]> {
  if (!baseline) return [];
  const costs = others.map((): { readonly own: number[]; readonly beside: number[] } => ({
    own: [],
    beside: [],
  }));
  await runRounds(rounds, async (round) => {
    for (const [index, other] of others.entries()) {
      if (index > 0 && round % 4 !== 0) continue;
      const first = await baseline.slice();
      const own = (await other.slice()) + (await other.slice());
      const last = await baseline.slice();
      if (round < 0) continue;
      costs[index]?.own.push(own / 2);
      costs[index]?.beside.push((first + last) / 2);
    }
  });
  const head = { topic, unit, beside: baseline.name };
  const all = costs.flatMap(({ beside }) => beside);
  return [
    createRow({ ...head, contestant: baseline.name }, all, all),
    ...others.map(({ name: contestant }, index) =>
      createRow({ ...head, contestant }, costs[index]?.own ?? [], costs[index]?.beside ?? []),
    ),
  ];
}

/** A row of the costs of a contestant, and of the baseline in the same rounds. */
export function createRow(
  head: Pick<Row, "topic" | "contestant" | "unit" | "beside">,
  costs: readonly number[],
  beside: readonly number[],
): Row {
  const ratios = costs.map((cost, round) => cost / (beside[round] ?? Number.NaN));
  const row = { ...head, cost: median(costs), ratio: median(ratios) };
  // Three blocks at least: the contestants that run in every fourth round may have fewer.
  if (costs.length < minRounds) return row;
  const spread = head.contestant === head.beside ? {} : { spread: quartiles(ratios) };
  return { ...row, ...spread, costSpread: quartiles(costs) };
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

/** The values below and above which a quarter of the values is. */
export const quartiles = (values: readonly number[]): Spread => [
  quantile(values, 0.25),
  quantile(values, 0.75),
];

/** The value below which a part of the values is; between two of them by a straight line. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low, high] = [Math.floor(place), Math.ceil(place)].map((at) => sorted[at] ?? Number.NaN);
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (place % 1);
}
