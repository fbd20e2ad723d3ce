import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

/** Imports modules in a process of their own, and says which of `@opentelemetry` that loaded. */
async function loadedBy(code: string): Promise<string[]> {
  const script = `
    import { createRequire } from "node:module";
    ${code}
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    const names = loaded.flatMap((path) => /@opentelemetry\\/[\\w-]+/.exec(path)?.[0] ?? []);
    console.log(JSON.stringify([...new Set(names)]));`;
  const options = { cwd: new URL("../..", import.meta.url) };
  const run = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], options);
  return JSON.parse(run.stdout) as string[];
}

describe("the OpenTelemetry API", () => {
  it("is not loaded by the runtime, by a client, or by a call", async () => {
    const loaded = await loadedBy(`
      import * as runtime from "@stratus/runtime";
      import * as entryPoint from "@stratus/runtime/codegen-v1";
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
});
