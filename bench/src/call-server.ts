/**
 * The server of the call bench, in a process of its own so that its work does
 * not count. It answers each method with the same bytes, which it is told.
 * Arguments: the answers by path, and for TLS the certificate and its key.
 */
import { Server, ServerCredentials, type handleUnaryCall } from "@grpc/grpc-js";
import type { Identity } from "./identity.js";

const raw = (bytes: Buffer): Buffer => bytes;
const server = new Server();
const replies: Readonly<Record<string, string>> = JSON.parse(process.argv[2] ?? "{}");
for (const [path, base64] of Object.entries(replies)) {
  const reply = Buffer.from(base64, "base64");
  const handler: handleUnaryCall<Buffer, Buffer> = (_call, done) => done(null, reply);
  server.register(path, handler, raw, raw, "unary");
}
const identity = process.argv[3] === undefined ? undefined : (JSON.parse(process.argv[3]) as Identity);
server.bindAsync(
  "127.0.0.1:0",
  identity ? overTls(identity) : ServerCredentials.createInsecure(),
  (error, port) => {
    if (error) throw error;
    process.send?.(port);
  },
);
process.on("disconnect", () => process.exit());

function overTls({ certificate, key }: Identity): ServerCredentials {
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) },
  ]);
}
