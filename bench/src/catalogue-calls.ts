import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { CatalogueClient, type Course } from "@svc/catalogue";
import ky from "ky";
import createOpenapiClient from "openapi-fetch";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createClient as createHeyClient } from "../peers/hey-client.mjs";
import type { Row } from "./report.js";
import { cpuMicroseconds } from "./slices.js";

/** Calls of one slice: few, so that many slices see no disturbance. */
const callsPerSlice = 250;

/**
 * Calls under one signal. Peers that make a `Request` of it leave a listener
 * behind with each call, until the garbage is collected, and each new listener
 * is compared with all the others: their cost grows with the square of this.
 */
const callsPerSignal = 500;

/** The record that every call brings back. */
export const course: Course = {
  title: "CS 225 - Data Structures",
  subjectCode: "CS",
  courseNumber: 225,
  credits: "4",
  description: "Lists, trees, hash tables and graphs, and what each is good for.",
  updated: "2026-01-05T08:30:00.000Z",
  sections: [],
  _version: 7,
};

type CallOnce = (signal?: AbortSignal) => PromiseLike<unknown>;
type Contestants = Readonly<Record<string, CallOnce>>;

/** Compares the CPU time per call in addition to fetch with peers: without a signal, and with a long-lived one. */
export async function catalogueCallRows(): Promise<Row[]> {
  const realFetch = globalThis.fetch;
  const text = JSON.stringify(course);
  // A network that answers at once, so that what is left is the client. It
  // stands in for the platform's fetch: that is what everybody uses by default.
  globalThis.fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
  try {
    const peers = contestantsAt("https://catalogue.test");
    const rows = await quietest("catalogue call", peers, 150);
    return [...rows, ...beyond(rows), ...(await signalRows(peers))];
  } finally {
    globalThis.fetch = realFetch;
  }
}

/** The same over real connections to a server in a separate process. */
export async function catalogueLoopbackRows(): Promise<Row[]> {
  const server = fork(fileURLToPath(new URL("./catalogue-server.js", import.meta.url)));
  try {
    const [port] = (await once(server, "message")) as [number];
    return await quietest("catalogue call over loopback", contestantsAt(`http://127.0.0.1:${port}`), 10);
  } finally {
    server.kill();
  }
}

/** The types of the API for openapi-fetch, as openapi-typescript prints them. */
interface CataloguePaths {
  "/courses/{subject_code}/{course_number}": {
    get: {
      parameters: { path: { subject_code: string; course_number: number } };
      responses: { 200: { content: { "application/json": Course } } };
    };
  };
}

const given = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

function contestantsAt(baseUrl: string): Contestants {
  const url = `${baseUrl}/courses/CS/225`;
  const catalogue = new CatalogueClient({ baseUrl });
  const injected = new CatalogueClient({ baseUrl, fetch: globalThis.fetch });
  const openapi = createOpenapiClient<CataloguePaths>({ baseUrl });
  const hey = createHeyClient({ baseUrl });
  const kyClient = ky.create({ prefixUrl: baseUrl });
  const path = { subject_code: "CS", course_number: 225 };
  const route = "/courses/{subject_code}/{course_number}";
  return {
    fetch: async (signal) => (await fetch(url, given(signal))).json(),
    "fetch with a time-out": async () => (await fetch(url, { signal: AbortSignal.timeout(20_000) })).json(),
    stratus: (signal) => catalogue.courses.get("CS", 225, signal && { signal }),
    "stratus, fetch injected": (signal) => injected.courses.get("CS", 225, signal && { signal }),
    "openapi-fetch": (signal) => openapi.GET(route, { params: { path }, ...given(signal) }),
    "hey-api": (signal) => hey.get({ url: route, path, ...given(signal) }),
    ky: (signal) => kyClient.get("courses/CS/225", given(signal)).json(),
  };
}

/** The cost of each in addition to the first. */
function beyond(rows: readonly Row[]): Row[] {
  const bare = rows[0]?.cost ?? Number.NaN;
  return rows.slice(1).map(({ costSpread, ...row }): Row => {
    const cost = row.cost - bare;
    const spread = costSpread && ([costSpread[0] - bare, costSpread[1] - bare] as const);
    return { ...row, topic: "catalogue call beyond fetch", cost, ...(spread && { costSpread: spread }) };
  });
}

/** Measures calls with one signal, and the listeners that they leave on it. */
async function signalRows(contestants: Contestants): Promise<Row[]> {
  const signals = new Map<string, AbortSignal>();
  const { "fetch with a time-out": _, ...others } = contestants;
  const under = Object.entries(others).map(([name, call]): [string, CallOnce] => [
    name,
    (signal) => {
      if (signal) signals.set(name, signal);
      return call(signal);
    },
  ]);
  const topic = `catalogue call, ${callsPerSignal} under one signal`;
  const rows = await quietest(topic, Object.fromEntries(under), 6, callsPerSignal);
  const left = [...signals].map(([contestant, signal]): Row => {
    const cost = getEventListeners(signal, "abort").length;
    const topic = `listeners left by ${callsPerSignal} calls under one signal`;
    return {
      topic,
      contestant,
      cost,
      unit: "listeners",
      ratio: cost / callsPerSignal,
      beside: "one per call",
    };
  });
  return [...rows, ...left];
}

/**
 * Costs of contestants in interleaved slices, as the quietest tenth of the
 * slices shows them: the others on the machine only ever add, and what is asked
 * for here is an amount of time, not a ratio in which noise would cancel out.
 */
async function quietest(
  topic: string,
  contestants: Contestants,
  rounds: number,
  callsPerLongSignal?: number,
): Promise<Row[]> {
  const entries = Object.entries(contestants);
  const costs = entries.map((): number[] => []);
  const calls = callsPerLongSignal ?? callsPerSlice;
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const index = (turn + Math.abs(round)) % entries.length;
      const [, call] = entries[index] ?? [];
      if (!call) continue;
      // Cleaning up after the one before is not the next one's cost.
      await setImmediate();
      const cost = await measureCost(call, calls, callsPerLongSignal !== undefined);
      if (round >= 0) costs[index]?.push(cost);
    }
  }
  const quiet = costs.map((all) => {
    const sorted = all.toSorted((a, b) => a - b);
    return [0.1, 0, 0.25].map((part) => sorted[Math.floor(all.length * part)] ?? Number.NaN);
  });
  const bare = quiet[0]?.[0] ?? Number.NaN;
  return entries.map(([contestant], index) => {
    const [cost = Number.NaN, least = Number.NaN, quarter = Number.NaN] = quiet[index] ?? [];
    const head = { topic, contestant, unit: "µs CPU", beside: entries[0]?.[0] ?? "" };
    return { ...head, cost, costSpread: [least, quarter], ratio: cost / bare };
  });
}

async function measureCost(call: CallOnce, calls: number, isUnderSignal: boolean): Promise<number> {
  const signal = isUnderSignal ? new AbortController().signal : undefined;
  const total = await cpuMicroseconds(async () => {
    for (let count = 0; count < calls; count++) await call(signal);
  });
  return total / calls;
}
