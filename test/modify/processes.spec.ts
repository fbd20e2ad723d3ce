import { once } from "node:events";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { describe, expect, it } from "vitest";
import { makeCounter, readCount } from "./counting.fixture.js";
import { EmulatorProcess, startProgram } from "./emulator-process.fixture.js";

const open = `
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const { token, id, times, ...access } = JSON.parse(process.argv[1]);
const cloud = new Cloud({ ...access, credentials: staticToken(token) });
const instances = new InstanceServiceClient(cloud);`;

const counter = `${open}
const tally = { done: 0, unknown: 0, failed: 0 };
for (let time = 0; time < times; time++) {
  try {
    await (await instances.modify({ id }, (vm) => void (vm.spec.cpu += 1))).wait();
    tally.done += 1;
  } catch (error) {
    tally[error.unknownOutcome ? "unknown" : "failed"] += 1;
  }
}
console.log(JSON.stringify(tally));
await cloud.close();`;

const leaver = `${open}
const operation = await instances.modify({ id }, (vm) => void (vm.spec.cpu = 8));
console.log(operation.id);
process.kill(process.pid, "SIGKILL");`;

describe("a resource that other processes change", () => {
  it("counts each change of two processes once, and tells both the truth", async () => {
    await using emulator = await EmulatorProcess.start({ faultRate: 0.1, idempotencyLifetimeMs: 1 });
    await using cloud = emulator.openSession();
    const instances = new InstanceServiceClient(cloud);
    const id = await makeCounter(instances, "shared");
    const argument = { ...emulator.access, id, times: 8 };
    const lines = await Promise.all([startProgram(counter, argument), startProgram(counter, argument)]);
    const tallies = lines.map(
      ({ line }) => JSON.parse(line) as { done: number; unknown: number; failed: number },
    );
    const sum = (name: "done" | "unknown" | "failed") => tallies.reduce((all, one) => all + one[name], 0);
    const counted = await readCount(instances, id);
    expect(counted, JSON.stringify(tallies)).toBeGreaterThanOrEqual(sum("done"));
    expect(counted, JSON.stringify(tallies)).toBeLessThanOrEqual(sum("done") + sum("unknown"));
    expect(sum("done") + sum("unknown") + sum("failed")).toBe(16);
  });

  it("is found changed by the operation's id after its client was killed", async () => {
    await using emulator = await EmulatorProcess.start({ operationDelayMs: 300 });
    await using cloud = emulator.openSession();
    const instances = new InstanceServiceClient(cloud);
    const id = await makeCounter(instances, "left");
    const { child, line } = await startProgram(leaver, { ...emulator.access, id });
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    const operation = await instances.operation(line);
    await operation.wait({ pollIntervalMs: 20 });
    expect(operation.resourceId).toBe(id);
    expect((await operation.resource()).spec.cpu).toBe(8);
  });
});
