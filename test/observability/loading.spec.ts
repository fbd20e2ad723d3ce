import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

/** Imports modules in a process of their own, and says which of `@opentelemetry` that loaded. */
function loadedBy(code: string): Promise<unknown> {
  return printedBy(`
    import { createRequire } from "node:module";
    ${code}
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    const names = loaded.flatMap((path) => /@opentelemetry\\/[\\w-]+/.exec(path)?.[0] ?? []);
    console.log(JSON.stringify([...new Set(names)]));`);
}

/** What a program prints as JSON. */
async function printedBy(script: string, ...flags: string[]): Promise<unknown> {
  const options = { cwd: new URL("../..", import.meta.url) };
  const args = [...flags, "--input-type=module", "-e", script];
  return JSON.parse((await promisify(execFile)(process.execPath, args, options)).stdout);
}

describe("the OpenTelemetry API", () => {
  it("is not loaded by the runtime, by a client, or by a call", async () => {
    const loaded = await loadedBy(`
      import * as runtime from "@stratus/runtime";
      import * as entryPoint from "@stratus/runtime/generated/calls-v1";
      import { mock } from "@svc/cloud";
      import { InstanceServiceClient } from "@svc/cloud/compute/v1";
      const told = [];
      const instances = mock(InstanceServiceClient, { get: () => ({}) }, { hooks: { onCallEnd: (event) => told.push(event) } });
      await instances.get({ id: "1" });
      if (told.length !== 1) throw new Error("the hook was not told");`);
    expect(loaded).toEqual([]);
  });

  it("is loaded by the entry that needs it", async () => {
    expect(await loadedBy('import "@stratus/runtime/opentelemetry";')).toEqual(["@opentelemetry/api"]);
  });

  it("is switched on from outside for a program that knows nothing of it", async () => {
    const program = `
      import { trace } from "@opentelemetry/api";
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
      const spans = new InMemorySpanExporter();
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
      import { mock } from "@svc/cloud";
      import { InstanceServiceClient } from "@svc/cloud/compute/v1";
      await mock(InstanceServiceClient, { get: () => ({}) }).get({ id: "1" });
      console.log(JSON.stringify(spans.getFinishedSpans().map(({ name }) => name)));`;
    const get = "svc.compute.v1.InstanceService/Get";
    const register = "@stratus/runtime/opentelemetry/register";
    expect(await printedBy(program, "--import", register)).toEqual(["access token", `Attempt.${get}`, get]);
    expect(await printedBy(program)).toEqual([]);
  });
});
