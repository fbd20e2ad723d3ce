import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { expect, it, vi } from "vitest";
import config from "../../vitest.config.js";
import { watchLeftovers } from "./leftovers.js";

const ignore = (): void => undefined;

type Undo = () => unknown;

/** What a test can leave changed, and how to change it. Each change returns how to undo it. */
const changes: readonly (readonly [what: string, change: () => Undo | Promise<Undo>])[] = [
  [
    "process.env.LEFT",
    () => {
      process.env["LEFT"] = "1";
      return () => delete process.env["LEFT"];
    },
  ],
  [
    "globalThis.left",
    () => {
      Object.assign(globalThis, { left: 1 });
      return () => Reflect.deleteProperty(globalThis, "left");
    },
  ],
  [
    "globalThis.WebSocket",
    () => {
      vi.stubGlobal("WebSocket", ignore);
      return () => vi.unstubAllGlobals();
    },
  ],
  [
    "fake timers",
    () => {
      vi.useFakeTimers({ toFake: ["setInterval"] });
      return () => vi.useRealTimers();
    },
  ],
  [
    "process.exitCode",
    () => {
      process.exitCode = 0;
      return () => (process.exitCode = undefined);
    },
  ],
  [
    "listeners of process for left",
    () => {
      process.on("left", ignore);
      return () => process.off("left", ignore);
    },
  ],
  [
    "process.cwd()",
    () => {
      // A worker thread cannot change the folder; a child process could.
      const changed = vi.spyOn(process, "cwd").mockReturnValue(tmpdir());
      return () => changed.mockRestore();
    },
  ],
  [
    "1 open TCPServerWrap",
    async () => {
      const server = createServer().listen();
      await once(server, "listening");
      return () => server.close();
    },
  ],
  [
    // Several, since Vitest may end a timer of its own at the same time.
    "open Timeout",
    () => {
      const timers = [1, 2, 3].map(() => setInterval(ignore, 100_000));
      return () => timers.forEach((timer) => clearInterval(timer));
    },
  ],
];

it.each(changes)("a file fails that leaves behind: %s", async (what, change) => {
  const check = watchLeftovers();
  const undo = await change();
  await expect(check(50)).rejects.toThrow(what);
  undo();
  await check();
});

it("a file may be the first to use a global that Node loads when it is used", async () => {
  const check = watchLeftovers();
  expect(typeof globalThis.CompressionStream).toBe("function");
  await check();
});

it("every file is checked", () => {
  expect(config.test?.projects).toHaveLength(2);
  for (const project of config.test?.projects ?? [])
    expect(project).toMatchObject({ test: { setupFiles: ["test/isolation/setup.ts"] } });
});
