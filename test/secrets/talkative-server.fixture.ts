import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { FaultServer, framed, grpcHeaders } from "../../runtime/src/fixture/fault-server.fixture.js";

/** What a talkative server knows of a call: the secret that it was sent. */
export interface Overheard {
  readonly stream: ServerHttp2Stream;
  /** The authorization header as it came, or the JWT of a token exchange. */
  readonly secret: string;
}

/** Answers a call, and gives away what it was told. */
export type Talk = (call: Overheard) => void;

/** Fails with a status that repeats the secret in its message, its metadata and its details. */
export function repeats(code: number): Talk {
  return ({ stream, secret }) => {
    const status = new BinaryWriter().tag(1, 0).int32(code).tag(2, 2).string(`refused: ${secret}`);
    stream.respond({
      ":status": 200,
      "content-type": "application/grpc",
      "grpc-status": String(code),
      "grpc-message": encodeURIComponent(`refused: ${secret}`),
      "grpc-status-details-bin": Buffer.from(status.finish()).toString("base64"),
      "x-debug-authorization": secret,
      "x-debug": secret,
      "x-request-id": secret,
      "x-trace-id": `trace of ${secret}`,
      "set-cookie": secret,
    });
    stream.end();
  };
}

/** Fails as a proxy does, with a page that repeats the secret. */
export const proxyPage: Talk = ({ stream, secret }) => {
  stream.respond({ ":status": 403, "content-type": "text/html" });
  stream.end(`<h1>${secret} is not allowed</h1>`);
};

/** Breaks off. */
export const reset: Talk = ({ stream }) => stream.close(2);

/** Never answers. */
export const silence: Talk = () => undefined;

/** Answers with bytes that are no message, in which the secret stands. */
export const garbage: Talk = ({ stream, secret }) => {
  stream.respond(grpcHeaders, { waitForTrailers: true });
  stream.on("wantTrailers", () => {
    // The client may have left on reading such a message.
    if (!stream.destroyed) stream.sendTrailers({ "grpc-status": "0" });
  });
  stream.end(framed(Buffer.from(`\u000f${secret}`)));
};

/** A raw server that talks; `heard` collects the secrets that it was sent. */
export async function startTalkativeServer(talk: Talk): Promise<{ server: FaultServer; heard: string[] }> {
  const heard: string[] = [];
  const server = new FaultServer([
    (stream, _session, headers: IncomingHttpHeaders) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(Buffer.concat(parts).toString("latin1"))?.[0];
        const secret = headers.authorization ?? jwt ?? "";
        heard.push(secret.replace(/^Bearer /, ""));
        talk({ stream, secret });
      });
    },
  ]);
  return { server: await server.listen(), heard };
}
