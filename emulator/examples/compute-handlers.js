/**
 * Handlers for what a compute API's methods mean beyond their shapes:
 *
 *     npx stratus emulate --protos protos --handlers emulator/examples/compute-handlers.js
 *
 * @param {import("@stratus/emulator").Emulator} emulator
 */
export default function addHandlers(emulator) {
  /** Numbers of InstanceStatus.State. */
  const state = { running: 3, stopped: 5 };

  emulator.handle("InstanceService/Start", (request, context) => {
    const instance = context.resource(request.id);
    instance.spec.stopped = false;
    instance.status.state = state.running;
    return context.operation({ resource: instance, description: "Start instance" });
  });

  emulator.handle("InstanceService/Stop", (request, context) => {
    const instance = context.resource(request.id);
    instance.spec.stopped = true;
    instance.status.state = state.stopped;
    return context.operation({ resource: instance, description: "Stop instance" });
  });

  emulator.handle("InstanceService/ReadConsole", async function* readConsole(request, context) {
    const { metadata } = context.resource(request.id);
    const record = Buffer.from(`Booting ${metadata.name}\nlogin: `);
    const offset = Math.min(Number(request.offset), record.length);
    yield { offset: BigInt(offset), data: record.subarray(offset) };
    for (let end = record.length; request.follow; end += 2) {
      await context.sleep(1000);
      yield { offset: BigInt(end), data: Buffer.from(".\n") };
    }
  });
}
