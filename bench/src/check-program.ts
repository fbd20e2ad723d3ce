/**
 * The client of the bench of checks: calls with an API that states rules, and the same calls without rules, in one process:
 * what differs is then the checks alone, and not what the compiler made of two processes.
 * Arguments: the module of the rules, the address of the server.
 */
import type { LoadRules } from "@stratus/runtime/generated/wire-v1";
import { CreateInstanceRequest } from "@svc/cloud/compute/v1";
import type { CallOrder } from "./call-program.js";
import { openClient } from "./clients/stratus.js";
import { makeCalls } from "./make-calls.js";
import { answerOrders } from "./slice-process.js";
import { cpuMicroseconds } from "./slices.js";

/** The work of a slice. */
export interface CheckOrder extends Pick<CallOrder, "inFlight"> {
  /** Whether the API states rules. */
  readonly isChecked: boolean;
}

const [rulesFile = "", address = ""] = process.argv.slice(2);
const rules: LoadRules = () => import(rulesFile) as ReturnType<LoadRules>;
const client = openClient(address);

/** Few enough for two slices to meet the same machine. */
const callsPerSlice = 250;

async function slice({ inFlight, isChecked }: CheckOrder): Promise<number> {
  Object.assign(CreateInstanceRequest, { rules: isChecked ? rules : undefined });
  return (await cpuMicroseconds(() => makeCalls(client, callsPerSlice, inFlight))) / callsPerSlice;
}

answerOrders(slice, () => client.close());
