import { type Duplex, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { frameTypes } from "./frame.js";
import { WriteBuffer } from "./write-buffer.js";

/** A socket that takes bytes when it is told to, and the bytes that it was given. */
function openSocket() {
  const given: Uint8Array[] = [];
  const take: (() => void)[] = [];
  const socket = new Writable({
    write(bytes: Uint8Array, _, done) {
      given.push(bytes);
      take.push(done);
    },
  });
  return { socket: socket as Duplex, given, take };
}

describe("the write buffer of a connection", () => {
  it.each([
    ["uses its memory again once the socket has taken all of it", true],
    ["does not touch bytes that the socket still holds", false],
  ])("%s", (_, isTaken) => {
    const { socket, given, take } = openSocket();
    const buffer = new WriteBuffer(socket);
    const send = (content: string): void => {
      buffer.add(frameTypes.ping, 0, 0, Buffer.from(content));
      buffer.flush();
    };
    send("12345678");
    if (isTaken) take[0]?.();
    send("abcdefgh");
    if (!isTaken) take[0]?.();
    const [first, second] = given;
    expect(second?.byteOffset === first?.byteOffset).toBe(isTaken);
    expect(
      Buffer.from(second ?? [])
        .subarray(9)
        .toString(),
    ).toBe("abcdefgh");
    if (!isTaken)
      expect(
        Buffer.from(first ?? [])
          .subarray(9)
          .toString(),
      ).toBe("12345678");
  });
});
