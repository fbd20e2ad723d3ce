import type { DescMessage } from "@bufbuild/protobuf";
import { Dice } from "../mask/dice.fixture.js";
import { RandomTrees } from "../mask/random-tree.fixture.js";
import { newTree, type Tree } from "../mask/tree.fixture.js";
import type { PoolApi, Version } from "./api-pool.fixture.js";
import type { OpenServer } from "./server.fixture.js";
import { manners, type Reading } from "./server-reading.fixture.js";
import { show } from "./want.fixture.js";
import { Writer, type Written } from "./writer.fixture.js";

/** What a random program is made from; a smaller budget makes smaller resources. */
export interface ProgramSeed {
  readonly seed: number;
  readonly budget: number;
}

/** What every program draws: how its server reads, what its client knows, how many write at once. */
export interface Combination {
  readonly reading: Reading;
  readonly client: "new" | "old";
  readonly writers: 1 | 2;
}

/** What became of a program. */
export interface ProgramResult extends Combination {
  readonly writes: readonly Written[];
  readonly hasVersions: boolean;
  readonly server: "new" | "old";
  /** For those who look into it: what was at the server, what went out, and what came of it. */
  readonly trace: () => readonly string[];
}

/** All combinations, for tables. */
export const combinations: readonly string[] = manners.flatMap((manner) =>
  (["new", "old"] as const).flatMap((client) =>
    ([1, 2] as const).map((writers) => nameOf({ reading: { manner }, client, writers })),
  ),
);

/** A combination in words. */
export function nameOf({ reading, client, writers }: NamedCombination): string {
  return `${reading.manner}, ${client} client, ${writers === 1 ? "one writer" : "two writers"}`;
}
type NamedCombination = Omit<Combination, "reading"> & { readonly reading: Pick<Reading, "manner"> };

/**
 * Runs one program: one or two writers, one resource, one server.
 *
 * @param fixed How the server reads, if the program does not draw it. Its writers then have no masks of their own.
 */
export async function runProgram(
  open: OpenServer,
  api: PoolApi,
  { seed, budget }: ProgramSeed,
  fixed?: Reading,
): Promise<ProgramResult> {
  const dice = new Dice(seed, budget);
  const reading = fixed ?? { manner: dice.pick(manners), isStrict: dice.chance(50) };
  const writers = dice.chance(50) ? 1 : 2;
  const mine = dice.chance(50) ? api.newer : api.older;
  const version = api.api.breaksOldServers || dice.chance(75) ? api.newer : api.older;
  const resource = randomResource(version, dice, api.api.hasVersions);
  const server = await open({ api, version, reading, resource });
  const writer = (client: Version, isLate: boolean): Writer =>
    new Writer({
      version: client,
      serverVersion: version,
      server,
      client: server.client(client),
      dice,
      reading,
      hasRival: isLate,
      derivesMasks: fixed !== undefined,
    });
  const writes: Written[] = [];
  const rival = async (): Promise<void> => {
    const other = writer(dice.chance(50) ? api.newer : api.older, false);
    writes.push(await other.write(async () => undefined));
  };
  const first = writer(mine, writers === 2);
  writes.push(await first.write(writers === 2 ? rival : async () => undefined));
  const sent = (): readonly string[] =>
    server.updates.map(({ mask, request }) => `mask ${mask}\nrequest ${show(request)}`);
  return {
    writes,
    reading,
    writers,
    client: mine.age === "newer" ? "new" : "old",
    server: version.age === "newer" ? "new" : "old",
    hasVersions: api.api.hasVersions,
    trace: () => [`resource ${show(resource)}`, ...sent()],
  };
}

/** A resource as a server has it, with values of every behaviour. */
function randomResource({ resource }: Version, dice: Dice, hasVersions: boolean): Tree {
  const typeOf = (name: string): DescMessage =>
    resource.fields.find((field) => field.name === name)?.message as DescMessage;
  const metadata = Object.assign(newTree(), { id: "box", name: "n", parent_id: "p" });
  if (dice.chance(60))
    metadata["labels"] = new Map([
      ["a", "1"],
      ["b", "2"],
    ]);
  if (hasVersions) metadata["resource_version"] = 5n;
  if (dice.chance(50) && typeOf("metadata").field["owner"]) metadata["owner"] = "o";
  // Now and then a resource has hardly anything; a second go keeps most from that.
  const [one, other] = [typeOf("spec"), typeOf("spec")].map((spec) => new RandomTrees(dice).tree(spec));
  const isOther = Object.keys(other ?? {}).length > Object.keys(one ?? {}).length;
  const status = Object.assign(newTree(), { state: "s" });
  return Object.assign(newTree(), { metadata, spec: isOther ? other : one, status });
}
