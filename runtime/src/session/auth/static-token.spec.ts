import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { patienceMs } from "../../../../test/patience.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { settled, TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { OptionsError } from "../../base/text/options-error.js";
import { commandToken } from "./command-token.js";
import type { Credentials } from "./credentials.js";
import { environmentToken, fileToken } from "./local-token.js";
import { codedError } from "../../../../test/coded-error.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stratus-"));
});
afterAll(() => rm(folder, { recursive: true }));

function setUp(credentials: Credentials) {
  const clock = new TestClock();
  const transport = answering(() => ({}));
  const session = openSession({ transport, clock, credentials });
  const things = connectThings(session);
  const send = async (): Promise<string | undefined> => {
    await things.unary(methods.get, {});
    return transport.calls.at(-1)?.metadata.get("authorization");
  };
  return { clock, send, session };
}

const print = (script: string, ...args: string[]) =>
  [process.execPath, "-e", script, ...args] as [string, ...string[]];

describe("a token file", () => {
  it("is read again after ten seconds", async () => {
    const path = join(folder, "token");
    await writeFile(path, "first\n");
    const { clock, send } = setUp(fileToken(path));
    expect(await send()).toBe("Bearer first");
    await writeFile(path, "second\n");
    expect(await send()).toBe("Bearer first");
    await clock.advance(10_000);
    expect(await send()).toBe("Bearer second");
  });

  it("that is not there fails the call with its name", async () => {
    const { send } = setUp(fileToken(join(folder, "missing")));
    await expect(send()).rejects.toThrow(codedError("UNAUTHENTICATED", /token file .*missing: .*ENOENT/));
  });
});

describe("a command", () => {
  it("gives what it prints, once for many calls", async () => {
    const { send } = setUp(
      commandToken({ command: print("console.log('from-' + process.argv[1])", "tool") }),
    );
    expect(await Promise.all([send(), send()])).toEqual(["Bearer from-tool", "Bearer from-tool"]);
  });

  it("is run again when its token's time is over", async () => {
    const { clock, send } = setUp(
      commandToken({ command: print("console.log('t' + process.hrtime.bigint())"), expiresInMs: 60_000 }),
    );
    const first = await send();
    await clock.advance(60_000);
    expect(await send()).not.toBe(first);
  });

  it.each<[what: string, script: string, names: RegExp, timeoutMs?: number]>([
    [
      "fails",
      "console.error('not logged in with ' + process.argv[1] + '\\nmore'); process.exit(3)",
      /exit code 3: not logged in with \[hidden\]$/,
    ],
    ["prints too much", "process.stdout.write('x'.repeat(100000))", /more than 65536 bytes/],
    ["does not end", "setTimeout(() => {}, 60000)", /did not end within 500 ms/, 500],
    ["prints nothing", "", /the access token is empty/],
    ["prints two lines", "console.log('marker\\nmarker')", /a character at position 6/],
  ])(
    "that %s fails the call with the reason, and shows neither output nor arguments",
    async (_what, script, names, timeoutMs) => {
      const { send } = setUp(commandToken({ command: print(script, "the-marker-argument"), timeoutMs }));
      const error: unknown = await send().catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: "UNAUTHENTICATED",
        attempts: 0,
        text: expect.stringMatching(names),
      });
      expect(inspect(error, { depth: 20 })).not.toContain("marker");
    },
  );

  it.each([
    ["that it prints nonetheless", "console.log('Kj2_marker9'); console.error('cannot renew Kj2_marker9')"],
    ["that only the complaint holds", "console.error('t1.9euelZmarker-Kx5CRkJeRmMqYlM6Ky8 has expired')"],
    ["that a shell shows it sets", "console.error('+ SVC_TOKEN=marker')"],
  ])("that fails shows no token %s", async (_, script) => {
    const { send } = setUp(commandToken({ command: print(`${script}; process.exit(1)`) }));
    const error: unknown = await send().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ text: expect.stringMatching(/exit code 1: .*\[hidden\]/) });
    expect(inspect(error, { depth: 20 })).not.toContain("marker");
  });

  it("that fails shows paths and addresses that it complains of", async () => {
    const complaint = "no key in /home/user1/.svc/credentials-2.json for https://auth2.example.com/v1/token";
    const { send } = setUp(
      commandToken({ command: print(`console.error('${complaint}'); process.exit(1)`) }),
    );
    await expect(send()).rejects.toThrow(codedError("UNAUTHENTICATED", complaint));
  });

  it("that does not listen when it is asked to end is ended by force", async () => {
    const path = join(folder, "pid");
    const script = `process.on('SIGTERM', () => {}); require('fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)`;
    const { clock, send, session } = setUp(commandToken({ command: print(script, path) }));
    const sent = expect(send()).rejects.toThrow(codedError("CANCELLED", "closed"));
    const pid = await vi.waitUntil(
      async () => Number(await readFile(path, "utf8").catch(() => 0)),
      patienceMs,
    );
    await clock.pass(session.close({ graceMs: 1 }));
    await sent;
    const isAlive = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(isAlive()).toBe(true);
    while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it("that does not exist fails the call", async () => {
    const { send } = setUp(commandToken({ command: ["no-such-program-here"] }));
    await expect(send()).rejects.toThrow(codedError("UNAUTHENTICATED", "no-such-program-here"));
  });

  it.each([{ command: [] }, { command: "svc token" }, { command: [1] }, {}])("%j is refused", (options) => {
    expect(() => commandToken(options as never)).toThrow(OptionsError);
  });
});

describe("an environment variable", () => {
  it("that is not set fails the call with its name", async () => {
    const { send } = setUp(environmentToken("NO_SUCH_TOKEN"));
    await expect(send()).rejects.toThrow(codedError("UNAUTHENTICATED", /NO_SUCH_TOKEN: it is not set/));
    await settled();
  });
});
