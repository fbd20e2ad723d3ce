import { createRequire } from "node:module";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { HealthImplementation } from "grpc-health-check";

/** The server of the npm package `grpc-health-check`. It prints its address, and ends with its standard input. */
const checks = createRequire(import.meta.url)("grpc-health-check") as {
  HealthImplementation: typeof HealthImplementation;
};
const server = new Server();
new checks.HealthImplementation({ "": "SERVING", orders: "NOT_SERVING" }).addToServer(server);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(`127.0.0.1:${port}`);
});
process.stdin.resume().on("end", () => server.forceShutdown());
