import { expect, it } from "vitest";
import { readEvents, type ServerEvent } from "./server-events.js";

async function eventsOf(...chunks: readonly string[]): Promise<ServerEvent[]> {
  async function* send(): AsyncGenerator<string> {
    yield* chunks;
  }
  const events: ServerEvent[] = [];
  for await (const event of readEvents(send())) events.push(event);
  return events;
}

it("events arrive whole, wherever the text is cut", async () => {
  const text = ':\n\nevent: call\nid: 1\ndata: {"a":1}\n\nevent: call\ndata: x\ndata: y\n\n';
  const wanted = [
    { type: "call", data: '{"a":1}' },
    { type: "call", data: "x\ny" },
  ];
  for (let at = 0; at <= text.length; at += 1)
    expect(await eventsOf(text.slice(0, at), text.slice(at))).toEqual(wanted);
});

it("an event that is not complete is not shown", async () => {
  expect(await eventsOf("event: call\ndata: half")).toEqual([]);
});
