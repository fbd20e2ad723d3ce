/**
 * The server of the call bench, in a separate process so that its work does
 * not count. It answers each method with the same bytes, which it is told.
 * Argument: the answers by path.
 */
import { Server, ServerCredentials, type handleUnaryCall } from "@grpc/grpc-js";

const raw = (bytes: Buffer): Buffer => bytes;
const server = new Server();
const replies: Readonly<Record<string, string>> = JSON.parse(process.argv[2] ?? "{}");
for (const [path, base64] of Object.entries(replies)) {
  const reply = Buffer.from(base64, "base64");
  const handler: handleUnaryCall<Buffer, Buffer> = (_call, done) => done(null, reply);
  server.register(path, handler, raw, raw, "unary");
}
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.(port);
});
process.on("disconnect", () => process.exit());
