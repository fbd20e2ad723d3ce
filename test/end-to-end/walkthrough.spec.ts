import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { hasColors } from "../../examples/walkthrough/src/style.js";
import { root } from "../repository.fixture.js";
import { drawTerminal, inColor } from "./terminal-picture.fixture.js";

const main = join(root, "examples/walkthrough/dist/main.js");
const picture = join(root, "examples/walkthrough/demo.svg");

/** Replaces what differs between runs: IDs, ports and times. */
function steady(text: string): string {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return text
    .replaceAll(/\b(instance|operation|disk)-[a-z0-9]{16}\b/g, (id, kind: string) => {
      if (!names.has(id)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (!names.has(id)) names.set(id, `${kind}-${counts.get(kind)}`);
      return names.get(id) ?? id;
    })
    .replaceAll(/127\.0\.0\.1:\d+\b/g, "127.0.0.1:8081")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2030-01-01T00:00:00Z")
    .replaceAll(/ +RUNNING +\d+s/g, "  RUNNING  1s")
    .replaceAll(/NAME +ID +STATE +AGE/g, "NAME   ID          STATE    AGE");
}

describe("the demo of npm start", () => {
  let colored: string;
  let screen: string;
  beforeAll(async () => {
    // Standard input is a pipe, as in CI, so the process ends by itself.
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [main], { env: { ...process.env, FORCE_COLOR: "1" } });
    colored = stdout;
    screen = stripVTControlCharacters(stdout);
  });

  it("shows each call as code that is in its source, and the effect", () => {
    const source = readFileSync(join(root, "examples/walkthrough/src/calls.ts"), "utf8").replaceAll(
      /\s/g,
      "",
    );
    const shown = [...colored.matchAll(inColor("36"))].map(([, line = ""]) => line);
    expect(shown.length).toBeGreaterThan(10);
    for (const line of shown) expect(source).toContain(line.replaceAll(/\s|;$/g, ""));
    expect(screen).toContain("= web-1 has 4 cores and 1 hostname\n");
    expect(screen).toContain("= 8 cores and 0 hostnames\n");
    expect(screen).toContain("= 1 disk: data\n");
    expect(screen).toContain("= NOT_FOUND: resourceNotFound\n");
  });

  it("shows what went over the wire, polls of an operation in one line, and never a token", () => {
    expect(screen).toContain("> TokenExchangeService/Exchange: OK\n  > InstanceService/Create: OK\n");
    expect(screen).toContain("> InstanceService/Update: OK, reset mask spec.hostnames\n");
    expect(screen).toContain("> DiskService/Create: UNAVAILABLE, fault: response dropped\n");
    expect(screen).toContain("> DiskService/Create: OK, the same idempotency key");
    expect(screen).not.toMatch(/(\n.*OperationService\/Get.*)\1/);
    expect(screen).not.toMatch(/Bearer|eyJ|authorization|tok_/i);
  });

  it("uses the same cloud from the command line and by an agent, and shows it in its console", () => {
    expect(screen).toMatch(/\$ npx @stratus\/cli @svc\/cloud compute instance list.*\n.*NAME.*\n *web-1 /);
    expect(screen).toMatch(/-dry-run\n *Nothing was sent[^]*-   cpu: 8\n *\+   cpu: 16\n/);
    expect(screen).toMatch(/ {2}before: spec\.cpu 8\n {2}apply .*\n {2}= Sent\./);
    expect(screen).toMatch(/ {2}http:\/\/127\.0\.0\.1:\d+\/\n/);
  });

  it("is the picture in README; STRATUS_PAGES=write draws it anew", () => {
    const drawn = drawTerminal(steady(colored), "The output of npm start");
    if (process.env["STRATUS_PAGES"] === "write") writeFileSync(picture, drawn);
    expect(drawn).toBe(readFileSync(picture, "utf8"));
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain("(examples/walkthrough/demo.svg)");
  });
});

it.each([
  ["a terminal", { isTTY: true }, {}, true],
  ["a pipe", {}, {}, false],
  ["a terminal of a person who wants none", { isTTY: true }, { NO_COLOR: "1" }, false],
  ["a pipe of a person who wants them", {}, { FORCE_COLOR: "1" }, true],
  ["a terminal with FORCE_COLOR=0", { isTTY: true }, { FORCE_COLOR: "0" }, false],
])("the demo has colors on a terminal only: %s", (_, stream, env, expected) => {
  expect(hasColors(stream, env)).toBe(expected);
});
