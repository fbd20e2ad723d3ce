import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Branded, openBranded } from "./branded.fixture.js";

let acme: Branded;
const server = `acme-${process.pid}`;

beforeAll(async () => {
  acme = await openBranded();
});
/** Shells write their history when they end, so the folder is removed after that. */
afterAll(async () => {
  const { stdout } = spawnSync("tmux", ["-L", server, "list-panes", "-a", "-F", "#{pane_pid}"]);
  spawnSync("tmux", ["-L", server, "kill-server"]);
  const shellIds = String(stdout).split("\n").filter(Boolean).map(Number);
  await vi.waitUntil(() => !shellIds.some(isRunning), { timeout: 10_000 });
  await acme[Symbol.asyncDispose]();
}, 20_000);

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

const tmux = (...args: readonly string[]): string =>
  execFileSync("tmux", ["-L", server, ...args], { cwd: acme.folder, env: acme.env, encoding: "utf8" });

const shells = [
  { name: "bash", start: "bash --norc", load: "source <(acme completion bash)" },
  {
    name: "zsh",
    start: "zsh -f",
    load: "autoload -Uz compinit; compinit -u -D; source <(acme completion zsh)",
  },
  { name: "fish", start: "fish --no-config", load: "acme completion fish | source" },
];

/** Shells that are installed: `apt-get install zsh fish tmux`. */
const installed = shells.filter(({ name }) => spawnSync(name, ["-c", "true"]).status === 0);
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

describe.skipIf(!hasTmux).each(installed)("$name", ({ name, start, load }) => {
  const screen = (): string => tmux("capture-pane", "-t", name, "-p");
  const type = (...keys: readonly string[]): void => void tmux("send-keys", "-t", name, ...keys);

  /** Gives up the line, and waits until the shell asks for another: until then it would take keys as they come. */
  const giveUp = async (): Promise<void> => {
    type("C-c", "");
    await expect.poll(() => screen().trimEnd()).toMatch(/[#$%>]$/);
  };

  it("completes words, flags and values, and runs nothing that is typed", async () => {
    tmux("new-session", "-d", "-s", name, "-x", "120", "-y", "40", start);
    type(load, "Enter");
    type("echo rea''dy", "Enter");
    await expect.poll(screen).toContain("\nready");
    type("acme compute ins", "Tab");
    await expect.poll(screen).toMatch(/acme compute instance *$/m);
    type("create --spec.recov", "Tab");
    await expect.poll(screen).toMatch(/create --spec\.recovery-policy *$/m);
    type("rec", "Tab");
    await expect.poll(screen).toMatch(/--spec\.recovery-policy recover *$/m);
    await giveUp();
    type("acme compute disk create --name '$(touch ran)' --metadata.pa", "Tab");
    await expect.poll(screen).toMatch(/touch ran.* --metadata.parent-id *$/m);
    await giveUp();
    const files = execFileSync("ls", { cwd: acme.folder, encoding: "utf8" });
    expect(files).not.toContain("ran");
  });
});

describe.skipIf(!hasTmux)("a question on a terminal", () => {
  it.each([
    ["C-c", "error: interrupted\ncode 130"],
    ["C-d", "no answer\ncode 2"],
  ])("is left by %s, and nothing is destroyed", async (key, end) => {
    const name = `asks-${key}`;
    tmux("new-session", "-d", "-s", name, "-x", "120", "-y", "40", "bash --norc");
    const screen = (): string => tmux("capture-pane", "-t", name, "-p");
    const type = (...keys: readonly string[]): void => void tmux("send-keys", "-t", name, ...keys);
    type(
      `acme compute disk create --parent-id p --name ${name} -o name > id; acme compute disk delete $(<id)`,
    );
    type("; echo code $?", "Enter");
    await expect.poll(screen).toMatch(/Continue\? \[y\/N\]\s*$/);
    type(key);
    await expect.poll(screen).toContain(end);
    const { code } = await acme.sh("acme compute disk get $(<id)");
    expect(code).toBe(0);
  });
});
