import { once } from "node:events";
import { Agent, type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { readBody } from "./read-body.js";

const maxBytes = 1_000;

async function textOf(call: ClientRequest): Promise<string> {
  const [response] = (await once(call, "response")) as [IncomingMessage];
  return Buffer.concat((await response.toArray()) as Buffer[]).toString("utf8");
}

it("reads a body up to the limit, and uses the connection again after a longer one", async () => {
  const server = createServer((incoming, response) => {
    void readBody(incoming, maxBytes).then((body) =>
      response.end(body ? `${body.length} bytes` : "too long"),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const send = (): ClientRequest => request({ port, method: "POST", agent });

  const long = send();
  long.write(Buffer.alloc(3_000_000));
  expect(await textOf(long)).toBe("too long");
  const { socket } = long;
  long.end(Buffer.alloc(3_000_000));
  const next = send().end(Buffer.alloc(maxBytes));
  expect(await textOf(next)).toBe("1000 bytes");
  expect(next.socket).toBe(socket);
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
});
