import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { course } from "./catalogue-calls.js";

/* Answers every request with one course, and tells its parent the port. */
const text = JSON.stringify(course);
const server = createServer((_, response) => {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
