import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Branded, openBranded } from "./branded.fixture.js";

let acme: Branded;

beforeAll(async () => {
  acme = await openBranded();
  await acme.sh("for i in 1 2 3; do acme compute disk create --parent-id p --name d$i; done");
});
afterAll(() => acme[Symbol.asyncDispose]());

describe("the command as a process", () => {
  it("ends quietly if nobody reads on", async () => {
    const { out, said } = await acme.sh(
      "acme compute disk list --parent-id p -o jsonl | head -n 1; echo ${PIPESTATUS[0]}",
    );
    expect(said).toBe("");
    expect(out).toMatch(/^\{.*\}\n0\n$/);
  });

  it("says that a disk is full", async () => {
    const { code, said } = await acme.sh("acme compute disk list --parent-id p > /dev/full");
    expect(code).toBe(1);
    expect(said).toContain("ENOSPC");
  });

  it("prints no colours and no controls into a pipe", async () => {
    const { out, said } = await acme.sh("acme compute disk list --parent-id p; acme --help");
    // oxlint-disable-next-line no-control-regex
    expect(out + said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it("reads standard input, and is read by jq's kind of programs", async () => {
    const made = await acme.sh(
      'echo \'{"metadata":{"name":"piped"}}\' | acme compute disk create --parent-id p -f - -o json',
    );
    expect(JSON.parse(made.out)).toMatchObject({ metadata: { name: "piped", parentId: "p" } });
  });

  it("shows no token to those who list processes, nor in a file that others can read", async () => {
    const login = await acme.sh(
      'echo "$CLOUD_TOKEN" | acme login --token-file -; find config -type f -printf "%m %f\\n"',
    );
    expect(login.code).toBe(0);
    expect(login.out.trim().split("\n").toSorted()).toEqual(["600 default.token", "600 profiles.json"]);
    expect(login.out + login.said).not.toContain(acme.env["CLOUD_TOKEN"]);
    const profile = await acme.sh("cat config/stratus/*/profiles.json");
    expect(profile.out).not.toContain(acme.env["CLOUD_TOKEN"]);
  });
});

describe("a secret", () => {
  it("is in the arguments of no process, and in no file but the one it was read from", async () => {
    await using slow = await openBranded({ operationDelayMs: 60_000 });
    const secret = "correct-horse-battery";
    let listed = "";
    const line = `printf ${"%s"} "$(printf '\\143orrect-horse-battery')" > own.txt; exec acme compute instance create --parent-id p --name d --user-data @own.txt`;
    await slow.sh(line, (kill) => {
      const waiting = setInterval(() => {
        if (slow.emulator.calls().length < 2) return;
        clearInterval(waiting);
        listed = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
        kill("SIGINT");
      }, 20);
    });
    expect(listed).toContain("--user-data @own.txt");
    expect(listed).not.toContain(secret);
    const { out } = await slow.sh(`grep -rl ${secret} own.txt config cache .bash_history 2>/dev/null`);
    expect(out).toBe("own.txt\n");
  });
});

describe("Ctrl-C", () => {
  it("leaves an operation running, says how to wait for it, and ends with 130", async () => {
    await using slow = await openBranded({ operationDelayMs: 60_000 });
    const running = slow.sh("exec acme compute disk create --parent-id p --name d", (kill) => {
      const waiting = setInterval(() => {
        if (slow.emulator.calls().length < 2) return;
        clearInterval(waiting);
        kill("SIGINT");
      }, 20);
    });
    const { code, said } = await running;
    expect(code).toBe(130);
    expect(said).toMatch(/To wait for it: acme compute disk operation wait operation-\w+\n/);
  });
});

describe("the time of the command", () => {
  /** The least CPU of several runs, in milliseconds: what is above it is the machine's. */
  const cpu = async (line: string): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < 9; run++) {
      const { said } = await acme.sh(`TIMEFORMAT='%U %S'; time (${line} >/dev/null 2>&1)`);
      const [user = 0, system = 0] = said.trim().split(" ").map(Number);
      times.push((user + system) * 1000);
    }
    return Math.min(...times);
  };

  it("is told, beside bare Node", async () => {
    const node = await cpu(`${process.execPath} -e 0`);
    const lines = {
      help: "acme --help",
      methodHelp: "acme compute instance create --help",
      completion: "acme complete bash -- compute ins",
      call: "acme compute disk list --parent-id p",
    };
    const table: Record<string, number> = { node };
    for (const [name, line] of Object.entries(lines))
      table[name] = Number(((await cpu(line)) / node).toFixed(2));
    console.log(table);
    expect(node).toBeGreaterThan(0);
  });
});
