import { describe, expect, it, vi } from "vitest";
import { simulate } from "../../fixture/simulated-client.fixture.js";
import { methods } from "../../fixture/test-api.fixture.js";

vi.mock("./connection/connect.js", () => import("../../fixture/simulated-network.fixture.js"));

const unreached = { code: "UNAVAILABLE", clientReason: "CONNECT_FAILED", attempts: 1 };

/** Returns a client whose server is down, and functions that make calls and note how they ended. */
async function startOutage() {
  const { clock, network, things } = await simulate();
  network.drop();
  network.condition = "refuses connections";
  const call = (waitForReady: boolean): { result: unknown } => {
    const end: { result: unknown } = { result: "none" };
    things.unary(methods.get, {}, { waitForReady, timeoutMs: 50_000 }).then(
      () => (end.result = "OK"),
      (error: unknown) => (end.result = error),
    );
    return end;
  };
  return { clock, network, call };
}

describe("while the client pauses between attempts to connect", () => {
  it("a call that does not wait fails at once, and one that waits is answered", async () => {
    const { clock, network, call } = await startOutage();
    const first = call(false);
    await clock.advance(20);
    expect(first.result).toMatchObject(unreached);
    const [failing, waiting] = [call(false), call(true)];
    await clock.advance(1);
    expect(failing.result).toMatchObject(unreached);
    expect(network.connectAttempts).toBe(1);
    network.condition = "answers";
    await clock.advance(500);
    expect(waiting.result).toBe("OK");
    const last = call(false);
    await clock.advance(50);
    expect(last.result).toBe("OK");
  });

  it("no call that does not wait causes an attempt, however soon its deadline is", async () => {
    const { clock, network, call } = await startOutage();
    call(false);
    await clock.advance(20);
    for (let n = 0; n < 50; n++) {
      call(false);
      await clock.advance(1);
    }
    expect(network.connectAttempts).toBe(1);
  });

  it("the next attempt is due after five seconds at most, as for calls that wait", async () => {
    const { clock, network, call } = await startOutage();
    for (let n = 0; n < 600; n++) {
      call(false);
      await clock.advance(100);
    }
    const { connectAttempts } = network;
    network.condition = "answers";
    await clock.advance(5_000);
    const last = call(false);
    await clock.advance(50);
    expect(last.result).toBe("OK");
    expect(network.connectAttempts).toBe(connectAttempts + 1);
  });
});
