import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCompiler } from "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** One program, two SDKs that bring a runtime each, and the tracing of a third. */
const program = `
import { Cloud, CloudError, type Hooks, type Interceptor, type Logger } from "sdk-a";
import { Cloud as Other, CloudError as OtherError, type CloudOptions } from "sdk-b";
import { openTelemetryHooks } from "@stratus/runtime/opentelemetry";

const hooks: Hooks = { onRetry: ({ error }) => console.log(error.code, error.details) };
const logger: Logger = { warn: (fields, message) => console.log(fields.event, message) };
const stamp: Interceptor = (next) => async (call) => {
  const reply = await next({ ...call, metadata: call.metadata.with("x-team", "blue") });
  console.log(reply.header.get("x-request-id"));
  return reply;
};
const shared: Partial<CloudOptions> = { hooks: [hooks, openTelemetryHooks()], logger, interceptors: [stamp] };
export const first = new Cloud({ apiDomain: "a.example", hooks: openTelemetryHooks(), interceptors: [stamp] });
export const second = new Other({ ...shared, apiDomain: "b.example" });
export const failure: CloudError = new OtherError({ code: "NOT_FOUND", text: "gone" });
`;

describe("a program with two SDKs of which one is linked", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-linked-"));
    const modules = join(folder, "node_modules");
    const runtimeIn = async (place: string): Promise<void> => {
      const runtime = join(place, "@stratus/runtime");
      await mkdir(runtime, { recursive: true });
      await cp(join(top, "runtime/dist"), join(runtime, "dist"), { recursive: true });
      await cp(join(top, "runtime/package.json"), join(runtime, "package.json"));
    };
    await runtimeIn(modules);
    for (const name of ["sdk-a", "sdk-b"]) {
      await runtimeIn(join(modules, name, "node_modules"));
      await cp(join(top, "generated/cloud/dist"), join(modules, name, "dist"), { recursive: true });
      const manifest = await readFile(join(top, "generated/cloud/package.json"), "utf8");
      await writeFile(join(modules, name, "package.json"), manifest.replace("@svc/cloud", name));
    }
    for (const scope of ["@opentelemetry", "@types"])
      await symlink(join(top, "node_modules", scope), join(modules, scope));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "main.ts"), program);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      module: "nodenext",
      target: "es2023",
      lib: ["es2023", "esnext.disposable"],
      types: ["node"],
      skipLibCheck: true,
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("shares hooks, loggers, interceptors and errors between them", async () => {
    expect(await runCompiler("TypeScript 7", ["-p", folder])).toBe("");
  });
});
