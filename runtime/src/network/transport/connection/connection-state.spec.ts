import { describe, expect, it } from "vitest";
import { type ConnectionState, ConnectionStateMachine } from "./connection-state.js";
import { deriveConnectivity } from "./connectivity.js";

const states: readonly ConnectionState[] = ["connecting", "open", "verifying", "draining", "closed"];

/** A machine in a state. */
function machineIn(state: ConnectionState) {
  const machine = new ConnectionStateMachine(() => undefined);
  for (const step of pathTo[state]) machine.transition(step, "test");
  return machine;
}

const pathTo: { readonly [State in ConnectionState]: readonly ConnectionState[] } = {
  connecting: [],
  open: ["open"],
  verifying: ["open", "verifying"],
  draining: ["open", "draining"],
  closed: ["closed"],
};

describe("a connection", () => {
  it.each([
    ["connecting", "open closed"],
    ["open", "verifying draining closed"],
    ["verifying", "open draining closed"],
    ["draining", "closed"],
    ["closed", ""],
  ] as const)("that is %s may become %s", (from, allowed) => {
    const reached = states.filter((to) => machineIn(from).transition(to, "test"));
    expect(reached.toSorted()).toEqual(allowed.split(" ").filter(Boolean).toSorted());
  });

  it("reports each change with both states and the reason", () => {
    const seen: string[] = [];
    const machine = new ConnectionStateMachine((to, from, reason) => seen.push(`${from} ${to} ${reason}`));
    machine.transition("open", "ready");
    machine.transition("connecting", "never");
    machine.transition("closed", "lost");
    expect(seen).toEqual(["connecting open ready", "open closed lost"]);
  });
});

describe("a subchannel is", () => {
  it.each([
    ["IDLE", [], false, false],
    ["CONNECTING", ["connecting"], true, false],
    ["READY", ["open", "connecting"], false, false],
    ["READY", ["verifying"], true, false],
    ["IDLE", ["draining", "closed"], false, false],
    ["TRANSIENT_FAILURE", ["draining"], true, false],
    ["SHUTDOWN", ["open"], false, true],
  ] as const)(
    "%s with connections %j, backing off: %s, closed: %s",
    (state, connections, isBackingOff, isShutdown) => {
      expect(deriveConnectivity({ connections, isBackingOff, isShutdown })).toBe(state);
    },
  );
});
