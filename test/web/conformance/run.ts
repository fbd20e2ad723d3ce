import type { Caller, OpenCaller } from "./caller.js";
import { differences } from "./compare.js";
import { drive } from "./drive.js";
import { esCaller } from "./es-caller.js";
import type { Permutation } from "./expand.js";
import { grouped } from "./group.js";
import { wrongAnswers } from "./answer-check.js";
import { withRawAnswers } from "./raw-answers.js";
import { onTheWay, type WireReport } from "./raw-requests.js";
import { withRequestChecks } from "./request-check.js";
import { type LiveServer, startEsServer, type StartServer } from "./servers.js";

/** A case that has run: what differs; nothing if it has passed. */
export interface Verdict {
  readonly name: string;
  readonly differences: readonly string[];
}

const atOnce = 8;

/** Runs cases by a client against the service of Connect's own library, and raw answers. */
export async function runClient(permutations: readonly Permutation[], open: OpenCaller): Promise<Verdict[]> {
  const cases = new Map(permutations.map((one) => [one.name, one]));
  const feedback = new Map<string, string[]>();
  const start = startEsServer(undefined, (handler) =>
    withRequestChecks(
      cases,
      ({ name }, text) => feedback.set(name, [...(feedback.get(name) ?? []), text]),
      withRawAnswers(cases, handler),
    ),
  );
  return eachServer(permutations, start, async (server, permutation) => {
    await using caller = open(server, permutation);
    feedback.delete(permutation.name);
    const outcome = await drive(caller, permutation);
    return differences(permutation, { ...outcome, feedback: feedback.get(permutation.name) ?? [] });
  });
}

/** Runs cases by a client against a server that is not the runner's own: neither raw answers nor looks at requests. */
export async function runThrough(
  permutations: readonly Permutation[],
  open: OpenCaller,
  start: StartServer,
): Promise<Verdict[]> {
  return eachServer(permutations, start, async (server, permutation) => {
    await using caller = open(server, permutation);
    return differences(permutation, await drive(caller, permutation));
  });
}

/** Runs cases by the client of Connect's own library, and raw requests, against a server. */
export async function runServer(
  permutations: readonly Permutation[],
  start: StartServer,
): Promise<Verdict[]> {
  return eachServer(permutations, start, async (server, permutation) => {
    const report: WireReport = { httpStatus: undefined, contentType: "", encodings: [] };
    await using caller: Caller = esCaller(server, permutation, onTheWay(permutation, report));
    const outcome = { ...(await drive(caller, permutation)), httpStatus: report.httpStatus };
    return differences(permutation, { ...outcome, feedback: wrongAnswers(permutation, outcome, report) });
  });
}

/** What is to be over within two seconds has the machine to itself: beside seven others a busy one takes longer. */
function isUrgent({ request, test }: Permutation): boolean {
  return request.timeoutMs !== undefined && !test.expectedResponse;
}

async function eachServer(
  permutations: readonly Permutation[],
  start: StartServer,
  judge: (server: LiveServer, permutation: Permutation) => Promise<string[]>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const groups = grouped(permutations, ({ version, tls, limit }) => JSON.stringify({ version, tls, limit }));
  for (const group of groups.values()) {
    await using server = await start(group[0]!);
    const run = async (cases: readonly Permutation[], width: number): Promise<void> => {
      const left = cases.values();
      const work = async (): Promise<void> => {
        for (const permutation of left) {
          verdicts.push({ name: permutation.name, differences: await judge(server, permutation) });
        }
      };
      await Promise.all(Array.from({ length: width }, work));
    };
    await run(
      group.filter((one) => !isUrgent(one)),
      atOnce,
    );
    await run(group.filter(isUrgent), 1);
  }
  return verdicts.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
