import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { startEmulator } from "@stratus/emulator";
import { corpusSmall } from "../../bench/src/corpus.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import type { Agent } from "./connect.fixture.js";
import { openAgent, openCloud } from "./connect.fixture.js";
import { Player } from "./player.fixture.js";
import { apiOf, googlePackage } from "./public-apis.fixture.js";

/** A task in the words of a person, and how a script plays it. */
export interface Task {
  readonly words: string;
  readonly play: (player: Player) => Promise<unknown>;
}

/** Tasks with an API that runs. */
export interface Place extends AsyncDisposable {
  readonly name: string;
  readonly agent: Agent;
  readonly tasks: readonly Task[];
}

/** The classes of methods that the tasks need. */
export const allow = ["create", "change", "destroy"] as const;

/** Approves on the page, as the person does. */
export const person = {
  hasUrls: true,
  onAsk: async ({ params }: { readonly params: object }) => {
    const { url = "" } = params as { readonly url?: string };
    if (url !== "")
      await fetch(url, {
        method: "POST",
        headers: { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
        body: "answer=approve",
      });
    return { action: "accept" as const };
  },
};

/** Finds a value in an answer. */
export const first = (text: string, pattern: RegExp): string => {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${pattern} is not in ${text.slice(0, 500)}`);
  return found;
};

/** Reads a value of all items: with a query, or page by page. */
async function readAll(player: Player, method: string, request: object, query: string): Promise<string> {
  if (await player.takes("read", "query")) return player.read(method, { request, query });
  let token = "";
  let all = "";
  for (let skip = 0; ;) {
    const text = await player.read(method, {
      request: { ...request, ...(token === "" ? {} : { pageToken: token }) },
      fields: ["metadata.id", "spec"],
      ...(skip > 0 ? { skip } : {}),
    });
    all += text;
    const [, next] = /skip (\d+)/.exec(text) ?? [];
    if (next !== undefined) skip = Number(next);
    else {
      const [, page = ""] = /"nextPageToken":"([^"]+)"/.exec(text) ?? [];
      if (page === "") return all;
      [token, skip] = [page, 0];
    }
  }
}

/** Changes all items of a list: at once, or one by one. */
async function changeAll(
  player: Player,
  given: { readonly method: string; readonly set: object },
  list: string,
  parentId: string,
): Promise<void> {
  if (await player.takes("plan", "list")) return void (await player.change({ ...given, list: { parentId } }));
  const text = await player.read(list, { request: { parentId }, fields: ["metadata.id"] });
  const ids = [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
  for (const id of ids) await player.change({ ...given, request: { id } });
}

const instance = "compute/instance";

/** Ten tasks on the sample. */
export async function samplePlace(): Promise<Place> {
  const cloud = await openCloud({ operationDelayMs: 0 });
  for (let at = 0; at < 3_000; at++)
    await cloud.make(`vm-${at}`, { cpu: 1, memoryBytes: 4_096n }, { parentId: "big" });
  for (let at = 0; at < 50; at++) await cloud.make(`web-${at}`, { cpu: 2 }, { parentId: "web" });
  const one = await cloud.make("lonely", { cpu: 4 }, { parentId: "solo" });
  const agent = await openAgent(await cloud.api({ allow, rate: 1_000_000 }), person);
  return {
    name: "sample",
    agent,
    tasks: [
      {
        words: "Who am I?",
        play: async (player) => {
          await player.find("iam/profile/get", "who am i", "current user profile");
          return player.read("iam/profile/get", {});
        },
      },
      {
        words: "Which instances are in parent solo?",
        play: async (player) => {
          await player.find(`${instance}/list`, "list instances");
          await player.describe(`${instance}/list`);
          return first(await player.read(`${instance}/list`, { request: { parentId: "solo" } }), /(lonely)/);
        },
      },
      {
        words: "How many instances are in parent big?",
        play: async (player) => {
          await player.find(`${instance}/list`, "count instances", "list instances");
          await player.describe(`${instance}/list`);
          return readAll(player, `${instance}/list`, { parentId: "big" }, "length(items)");
        },
      },
      {
        words: "How much memory have the instances of parent big in all?",
        play: async (player) => {
          await player.find(`${instance}/list`, "memory of instances", "list instances");
          await player.describe(`${instance}/list`);
          return readAll(player, `${instance}/list`, { parentId: "big" }, "sum(items[].spec.memoryBytes)");
        },
      },
      {
        words: "Create a disk named data of 10 GiB in parent solo.",
        play: async (player) => {
          await player.find("compute/disk/create", "create a disk");
          await player.describe("compute/disk/create");
          const request = {
            metadata: { parentId: "solo", name: "data" },
            spec: { sizeBytes: "10737418240" },
          };
          return player.change({ method: "compute/disk/create", request });
        },
      },
      {
        words: `Give instance ${one} 8 processors.`,
        play: async (player) => {
          await player.find(`${instance}/update`, "change an instance");
          await player.describe(`${instance}/update`);
          return player.change({
            method: `${instance}/update`,
            request: { id: one },
            set: { "spec.cpu": 8 },
          });
        },
      },
      {
        words: "Label all instances of parent web with team web.",
        play: async (player) => {
          await player.find(`${instance}/update`, "update instances");
          if (!(await player.takes("plan", "list"))) await player.find(`${instance}/list`, "list instances");
          await player.describe(`${instance}/update`);
          return changeAll(
            player,
            { method: `${instance}/update`, set: { "metadata.labels.team": "web" } },
            `${instance}/list`,
            "web",
          );
        },
      },
      {
        words: "Delete the instance named lonely in parent solo.",
        play: async (player) => {
          await player.find(`${instance}/delete`, "delete an instance");
          await player.find(`${instance}/list`, "list instances");
          await player.describe(`${instance}/delete`, `${instance}/list`);
          const text = await player.read(`${instance}/list`, { request: { parentId: "solo" } });
          const id = first(text, /"id":"([^"]+)"[^}]*"name":"lonely"/);
          return player.change({ method: `${instance}/delete`, request: { id } });
        },
      },
      {
        words: "Stop an instance, or say what has to be allowed.",
        play: async (player) =>
          first(
            await player.find(`${instance}/stop`, "stop an instance", "shut down"),
            /(--allow-method \S+stop)/,
          ),
      },
      {
        words: "What can this API do?",
        play: async (player) =>
          first((await player.call("find_methods", { query: "" })).text, /(compute\/disk \d)/),
      },
    ],
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  };
}

/** Five tasks on a large gRPC API that follows AIP. */
export async function googlePlace(): Promise<Place> {
  const built = await googlePackage();
  const image = toBinary(
    FileDescriptorSetSchema,
    create(FileDescriptorSetSchema, { file: buildGoogle(corpusSmall) }),
  );
  const emulator = await startEmulator({ image, validate: "off" });
  const env = { GOOGLE_TOKEN: emulator.issueToken() };
  const api = await apiOf(built, { allow, env, settings: { endpoint: emulator.address, insecure: true } });
  const agent = await openAgent(api, person);
  const publisher = "pubsub/publisher";
  return {
    name: "Google",
    agent,
    tasks: [
      {
        words: "Create the topic projects/p/topics/t.",
        play: async (player) => {
          await player.find(`${publisher}/create-topic`, "create a topic");
          await player.describe(`${publisher}/create-topic`);
          return player.change({
            method: `${publisher}/create-topic`,
            request: { name: "projects/p/topics/t" },
          });
        },
      },
      {
        words: "Which topics has projects/p?",
        play: async (player) => {
          await player.find(`${publisher}/list-topics`, "list topics");
          await player.describe(`${publisher}/list-topics`);
          const text = await player.read(`${publisher}/list-topics`, { request: { project: "projects/p" } });
          return first(text, /(topics\/t)/);
        },
      },
      {
        words: "Label the topic projects/p/topics/t with team web.",
        play: async (player) => {
          await player.find(`${publisher}/update-topic`, "change the labels of a topic", "update topic");
          await player.describe(`${publisher}/update-topic`);
          return player.change({
            method: `${publisher}/update-topic`,
            request: { topic: "projects/p/topics/t" },
            set: { "labels.team": "web" },
          });
        },
      },
      {
        words: "Subscribe to topic projects/p/topics/t as projects/p/subscriptions/s.",
        play: async (player) => {
          const method = "pubsub/subscriber/create-subscription";
          await player.find(method, "subscribe to a topic", "create a subscription");
          await player.describe(method);
          const request = { name: "projects/p/subscriptions/s", topic: "projects/p/topics/t" };
          return player.change({ method, request });
        },
      },
      {
        words: "Delete the topic projects/p/topics/t.",
        play: async (player) => {
          await player.find(`${publisher}/delete-topic`, "delete a topic");
          await player.describe(`${publisher}/delete-topic`);
          return player.change({
            method: `${publisher}/delete-topic`,
            request: { topic: "projects/p/topics/t" },
          });
        },
      },
    ],
    [Symbol.asyncDispose]: async () => {
      await api.close();
      await emulator.close();
      await built[Symbol.asyncDispose]();
    },
  };
}

/** Plays a task, which ends at an error. */
export async function playTask(
  agent: Agent,
  count: (text: string) => number,
  { words, play }: Task,
): Promise<Player> {
  const player = new Player(agent, count, words);
  try {
    await play(player);
    player.cost.isDone = true;
  } catch (error) {
    if (process.env["STRATUS_TASKS"] === "explain") console.log(words, String(error));
  }
  return player;
}
