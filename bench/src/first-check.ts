/**
 * A program that makes a first call, of an API that states rules or of the same without: it prints the CPU time of the call
 * in milliseconds, with all that is loaded for it.
 * Arguments: the address of the server; the module of the rules, empty for none.
 */
import type { LoadRules } from "@stratus/runtime/generated/wire-v1";
import { CreateInstanceRequest } from "@svc/cloud/compute/v1";
import { openClient } from "./clients/stratus.js";
import { cpuMicroseconds } from "./slices.js";

const [address = "", rulesFile = ""] = process.argv.slice(2);
const rules: LoadRules = () => import(rulesFile) as ReturnType<LoadRules>;
if (rulesFile !== "") Object.assign(CreateInstanceRequest, { rules });

const client = openClient(address);
const microseconds = await cpuMicroseconds(async () => void (await client.call()));
console.log(microseconds / 1000);
await client.close();
