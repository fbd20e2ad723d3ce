import type { DescMessage } from "@bufbuild/protobuf";
import { Dice } from "../mask/dice.fixture.js";
import { RandomTrees } from "../mask/random-tree.fixture.js";
import { newTree, type Tree } from "../mask/tree.fixture.js";
import type { PoolApi, Version } from "./api-pool.fixture.js";
import type { OpenServer } from "./server.fixture.js";
import type { Reading } from "./server-reading.fixture.js";
import { show } from "./want.fixture.js";
import { Writer, type Written } from "./writer.fixture.js";

/** What a random program is made from; a smaller budget makes smaller resources. */
export interface ProgramSeed {
  readonly seed: number;
  readonly budget: number;
  readonly reading: Reading;
}

/** What became of a program. */
export interface ProgramResult {
  readonly writes: readonly Written[];
  readonly hasRival: boolean;
  readonly hasVersions: boolean;
  readonly ages: string;
  /** For those who look into it: what was at the server, what went out, and what came of it. */
  readonly trace: readonly string[];
}

/** Runs random programs against the generated clients of a pool of APIs. */
export class Programs {
  readonly #open: OpenServer;

  constructor(open: OpenServer) {
    this.#open = open;
  }

  /** Runs one program: perhaps two writers, one resource, one server. */
  async run(api: PoolApi, { seed, budget, reading }: ProgramSeed): Promise<ProgramResult> {
    const dice = new Dice(seed, budget);
    const version = dice.chance(75) ? api.newer : api.older;
    const mine = dice.chance(50) ? api.newer : api.older;
    const resource = this.#resource(version, dice, api.api.hasVersions);
    const server = await this.#open({ api, version, reading, resource });
    const hasRival = dice.chance(30);
    const writer = (client: Version, isLate: boolean): Writer =>
      new Writer({
        version: client,
        serverVersion: version,
        server,
        client: server.client(client),
        dice,
        hasRival: isLate,
      });
    const writes: Written[] = [];
    const rival = async (): Promise<void> => {
      const other = writer(dice.chance(50) ? api.newer : api.older, false);
      writes.push(await other.write(async () => undefined));
    };
    writes.push(await writer(mine, hasRival).write(hasRival ? rival : async () => undefined));
    const age = (one: Version): string => (one === api.newer ? "new" : "old");
    const sent = server.updates.map(({ mask, request }) => `mask ${mask}\nrequest ${show(request)}`);
    return {
      writes,
      hasRival,
      hasVersions: api.api.hasVersions,
      ages: `${age(mine)} client, ${age(version)} server`,
      trace: [`resource ${show(resource)}`, ...sent],
    };
  }

  /** A resource as a server has it, with values of every behaviour. */
  #resource({ resource }: Version, dice: Dice, hasVersions: boolean): Tree {
    const spec = resource.fields.find(({ name }) => name === "spec")?.message as DescMessage;
    const tree = newTree();
    const metadata = Object.assign(newTree(), { id: "box", name: "n", parent_id: "p" });
    if (dice.chance(60))
      metadata["labels"] = new Map([
        ["a", "1"],
        ["b", "2"],
      ]);
    if (hasVersions) metadata["resource_version"] = 5n;
    if (dice.chance(50) && resource.fields.find(({ name }) => name === "metadata")?.message?.field["owner"])
      metadata["owner"] = "o";
    tree["metadata"] = metadata;
    // Now and then a resource has hardly anything; a second go keeps most from that.
    const [one, other] = [new RandomTrees(dice).tree(spec), new RandomTrees(dice).tree(spec)];
    tree["spec"] = Object.keys(other).length > Object.keys(one).length ? other : one;
    tree["status"] = Object.assign(newTree(), { state: "s" });
    return tree;
  }
}
