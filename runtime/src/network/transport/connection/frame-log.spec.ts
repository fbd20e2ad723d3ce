import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frame, frameFlags, frameTypes, words } from "../../../fixture/byte-server.fixture.js";
import { FrameLog } from "./frame-log.js";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const settings = frame(frameTypes.settings, 0, 0, Buffer.alloc(6));
const headers = frame(frameTypes.headers, frameFlags.endHeaders, 1, Buffer.from("abc"));
const strange = frame(0xb7, 0, 5);

describe("the log of frames", () => {
  it("names the frames of both sides in their order", () => {
    const log = new FrameLog();
    log.sent(Buffer.concat([preface, settings]));
    expect([...log.received(Buffer.concat([headers, strange]))]).toEqual([headers, strange]);
    expect(log.text).toBe(
      "the last frames: sent SETTINGS of 6 bytes on stream 0; " +
        "received HEADERS of 3 bytes on stream 1, flags 0x04; " +
        "received of the unknown type 183 of 0 bytes on stream 5",
    );
  });

  it("keeps the last ten", () => {
    const log = new FrameLog();
    for (let n = 1; n < 40; n += 2) for (const _ of log.received(frame(frameTypes.data, 0, n)));
    expect(log.text?.split("; ")).toHaveLength(10);
    expect(log.lastReceived).toBe("DATA of 0 bytes on stream 39");
  });

  it("changes no byte, and names the same frames, however they are cut", () => {
    const bytes = Buffer.concat([settings, headers, strange, headers]);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.byteLength)), (cuts) => {
        const log = new FrameLog();
        const places = [0, ...cuts.sort((one, other) => one - other), bytes.byteLength];
        const pieces = places.slice(1).flatMap((end, n) => [...log.received(bytes.subarray(places[n], end))]);
        expect(Buffer.concat(pieces)).toEqual(bytes);
        expect(log.text?.split("; ")).toHaveLength(4);
      }),
    );
  });

  it.each([
    [
      "with a text",
      Buffer.concat([words(0, 1), Buffer.from("DATA: stream in idle")]),
      "PROTOCOL_ERROR, DATA: stream in idle",
    ],
    ["without a text", words(0, 9), "COMPRESSION_ERROR"],
    ["in peace", words(0, 0), undefined],
    ["of Node's own, which tells by an event", words(0, 2), undefined],
  ])("tells of a goodbye %s that this side says", (_, content, want) => {
    const log = new FrameLog();
    let verdict: string | undefined;
    log.onVerdict((what) => (verdict = what));
    const bytes = Buffer.concat([preface, frame(frameTypes.goaway, 0, 0, content)]);
    for (let place = 0; place < bytes.byteLength; place += 7) log.sent(bytes.subarray(place, place + 7));
    expect(verdict).toBe(want);
  });
});
