/**
 * The client under test: reads calls from standard input, makes them, and writes their outcomes to standard output.
 * `node client.js web|node`
 */
import {
  ClientCompatRequest,
  ClientCompatResponse,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { framed, readMessages } from "./frames.js";
import { ScriptedCall } from "./make-call.js";
import { openNodeSession, openWebSession } from "./sessions.js";

const open = process.argv[2] === "web" ? openWebSession : openNodeSession;

/** Cases have deadlines of some hundred milliseconds, so that a small machine makes few at once. */
const maxActive = 4;

async function answer(bytes: Uint8Array): Promise<void> {
  const request = ClientCompatRequest.decode(bytes);
  const { testName } = request;
  const result = await outcome(request);
  process.stdout.write(
    framed(ClientCompatResponse.encode(ClientCompatResponse.create({ testName, result }))),
  );
}

async function outcome(request: ClientCompatRequest): Promise<ClientCompatResponse["result"]> {
  try {
    await using opened = open(request);
    return { $case: "response", value: await new ScriptedCall(opened.client, request).run() };
  } catch (error) {
    return { $case: "error", value: { message: String(error) } };
  }
}

const active = new Set<Promise<void>>();
for await (const bytes of readMessages(process.stdin)) {
  const work = answer(bytes).finally(() => active.delete(work));
  active.add(work);
  if (active.size >= maxActive) await Promise.race(active);
}
await Promise.all(active);
