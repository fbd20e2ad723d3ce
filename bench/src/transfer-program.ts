/**
 * Moves 100 MB through one session on a new connection, and prints how long that took, in milliseconds.
 * Arguments: `up` or `down`, the address of the server.
 */
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { apiDomain, token } from "./clients/bench-client.js";
import { transferBytes } from "./volume-messages.js";

const [direction, endpoint = ""] = process.argv.slice(2);
await using cloud = new Cloud({
  apiDomain,
  credentials: staticToken(token),
  endpoint,
  insecure: true,
  timeoutMs: false,
});
const instances = new InstanceServiceClient(cloud);
const userData = new Uint8Array(direction === "up" ? transferBytes : 0);
// The peer is compiled and connected before its clock starts.
await instances.create({});
const startMs = performance.now();
if (direction === "up") await instances.create({ spec: { userData } });
else {
  let length = 0;
  for await (const { data } of instances.readConsole({ id: "instance-1" })) length += data.length;
  if (length !== transferBytes) throw new Error(`${length} bytes of ${transferBytes} came`);
}
console.log(performance.now() - startMs);
