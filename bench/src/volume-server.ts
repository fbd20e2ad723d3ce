/**
 * The server of the volume bench, in a separate process, with TLS if it gets the files of a key and a certificate: a stream of small messages, and an answer to large
 * requests. On node:http2 itself, so that it is fast enough to keep its clients busy.
 */
import { readFileSync } from "node:fs";
import { createSecureServer, createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { Operation } from "@svc/cloud/common/v1";
import { createPath, operation } from "./call-messages.js";
import { framed } from "./clients/frame.js";
import { consolePath, consolePiece, streamLength } from "./volume-messages.js";

const piece = framed(consolePiece);
const piecesAtOnce = 50;
const chunk = Buffer.concat(Array.from({ length: piecesAtOnce }, () => piece));
const made = framed(Operation.encode(operation));

/** The responses of each rpc: the same bytes, a number of times. */
const answers = new Map<unknown, { readonly bytes: Buffer; readonly times: number }>([
  [consolePath, { bytes: chunk, times: streamLength / piecesAtOnce }],
  [createPath, { bytes: made, times: 1 }],
]);

const [key, cert] = process.argv.slice(2);
const server =
  key === undefined || cert === undefined
    ? createServer()
    : createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
server.on("stream", (stream, headers) => {
  stream.on("error", () => undefined);
  stream.resume();
  stream.on("end", () => answer(stream, headers[":path"]));
});

function answer(stream: ServerHttp2Stream, path: unknown): void {
  const { bytes, times } = answers.get(path) ?? { bytes: Buffer.alloc(0), times: 0 };
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": times > 0 ? "0" : "12" }));
  let left = times;
  const write = (): void => {
    while (left > 0) {
      left -= 1;
      if (!stream.write(bytes)) return void stream.once("drain", write);
    }
    stream.end();
  };
  write();
}

server.listen(0, () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
