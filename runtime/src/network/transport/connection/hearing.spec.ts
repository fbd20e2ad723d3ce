import { describe, expect, it } from "vitest";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { Hearing } from "./hearing.js";

/** A connection under calls, on which bytes have arrived of which nothing was heard. */
function connection(mayAsk = true) {
  const clock = new TestClock();
  const state = { arrived: 100, heardMs: clock.nowMs(), pings: 0, isDeaf: false };
  let answer: () => void = () => undefined;
  const hearing = new Hearing({
    clock,
    arrived: () => state.arrived,
    heardMs: () => state.heardMs,
    ask(answered) {
      if (!mayAsk) return false;
      state.pings += 1;
      answer = answered;
      return true;
    },
    onDeaf: () => (state.isDeaf = true),
  });
  hearing.watch();
  return { clock, state, hearing, answer: () => answer() };
}

describe("a connection under calls that is quiet for a second after bytes came", () => {
  it("is asked once, and left alone when it has answered", async () => {
    const { clock, state, answer } = connection();
    await clock.advance(1_000);
    state.arrived += 17;
    answer();
    await clock.advance(60_000);
    expect(state).toMatchObject({ pings: 1, isDeaf: false });
  });

  it.each([0, 20, 300])(
    "is asked again within a second of more bytes, after %d s of quiet",
    async (seconds) => {
      const { clock, state, answer } = connection();
      await clock.advance(1_000);
      answer();
      await clock.advance(1_000 * seconds);
      expect(state.pings).toBe(1);
      state.arrived += 13;
      await clock.advance(1_000);
      expect(state.pings).toBe(2);
    },
  );

  it("has ended 2 s later if bytes came, but no answer was among them", async () => {
    const { clock, state } = connection();
    await clock.advance(1_000);
    state.arrived += 17;
    await clock.advance(1_999);
    expect(state.isDeaf).toBe(false);
    await clock.advance(1);
    expect(state.isDeaf).toBe(true);
  });

  it("has ended 2 s later if the answer was taken for a part of a message", async () => {
    const { clock, state } = connection();
    await clock.advance(1_000);
    state.arrived += 17;
    state.heardMs = clock.nowMs() + 1;
    await clock.advance(2_000);
    expect(state.isDeaf).toBe(true);
  });

  it.each([
    ["nothing comes", 0],
    ["more comes and comes", 1_000],
  ])("is waited for while %s: the server is slow, or the answer is on its way", async (_, bytes) => {
    const { clock, state } = connection();
    await clock.advance(1_000);
    for (let second = 0; second < 60; second++) {
      state.arrived += bytes;
      await clock.advance(1_000);
    }
    expect(state).toMatchObject({ pings: 1, isDeaf: false });
  });
});

describe("a connection", () => {
  it("on which something is heard every second is not asked", async () => {
    const { clock, state } = connection();
    for (let turn = 0; turn < 100; turn++) {
      state.heardMs = clock.nowMs();
      state.arrived += 10;
      await clock.advance(900);
    }
    expect(state.pings).toBe(0);
  });

  it("without calls is not asked", async () => {
    const { clock, state, hearing } = connection();
    hearing.rest();
    await clock.advance(60_000);
    expect(state.pings).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it("that may not be asked is left alone, whatever comes", async () => {
    const { clock, state } = connection(false);
    for (let second = 0; second < 60; second++) {
      state.arrived += second % 2;
      await clock.advance(1_000);
    }
    expect(state.isDeaf).toBe(false);
  });
});
