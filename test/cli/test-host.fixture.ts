import { mkdtempSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@stratus/dynamic-client";
import type { Edited, Host } from "../../cli/src/host/host.js";
import { readFolder } from "../../cli/src/host/process-host.js";
import { runCommand, type CommandLine } from "../../cli/src/main.js";
import { root } from "../repository.fixture.js";

/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly said: string;
  /** Both in their order, as a terminal shows them. */
  readonly screen: string;
}

/** The world of a test: no terminal, no input, an own folder for profiles. */
export interface World {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input. A method that takes a stream may get its lines one by one. */
  readonly stdin?: string | AsyncIterable<string>;
  /** Receives what is printed. */
  readonly onOut?: (text: string) => void;
  /** Receives what is written to stderr. */
  readonly onSay?: (text: string) => void;
  /** Is called instead of a pause. */
  readonly pause?: (ms: number) => Promise<void> | void;
  readonly terminals?: Partial<Host["terminals"]>;
  readonly columns?: number;
  readonly answers?: readonly string[];
  /** Answers at the controlling terminal. Without it, there is none. */
  readonly atTerminal?: (question: string) => string;
  /** Runs before a question is answered. */
  readonly onAsk?: () => Promise<void>;
  readonly edit?: (text: string) => Promise<Omit<Edited, "discard"> & Partial<Edited>>;
  readonly signal?: AbortSignal;
  /** Is the browser of the machine. Without it, there is none. */
  readonly openBrowser?: (url: string) => Promise<boolean>;
}

/** Runs commands of an SDK as a shell would. */
export function commandLine(sdk: string, usual: World = {}, more: Partial<CommandLine> = {}) {
  const config = mkdtempSync(join(tmpdir(), "cli-"));
  return async (argv: string | readonly string[], own: World = {}): Promise<Ended> => {
    const world = { ...usual, ...own, env: { ...usual.env, ...own.env } };
    const answers = [...(world.answers ?? [])];
    let [out, said, screen] = ["", "", ""];
    const say = (text: string): void => {
      said += text;
      screen += text;
      world.onSay?.(text);
    };
    const host: Host = {
      name: "acme",
      userAgent: "acme/1.0",
      folder: root,
      env: { XDG_CONFIG_HOME: config, XDG_CACHE_HOME: config, ...world.env },
      out: async (text) => {
        out += text;
        screen += text;
        world.onOut?.(text);
      },
      say,
      terminals: { in: false, out: false, err: false, ...world.terminals },
      columns: world.columns ?? 80,
      nowMs: Date.now,
      readFile: async (path) => {
        if (path.startsWith("b64:")) return Buffer.from(path.slice(4), "base64");
        return path === "-"
          ? Buffer.from(typeof world.stdin === "string" ? world.stdin : "")
          : readFile(path);
      },
      lines: async function* (path) {
        const text = path === "-" ? (world.stdin ?? "") : await readFile(path, "utf8");
        if (typeof text !== "string") return yield* text;
        yield* text.split("\n").filter((line) => line !== "");
      },
      pause: async (ms) => {
        await world.pause?.(ms);
        world.signal?.throwIfAborted();
      },
      readFolder,
      ask: async (question) => {
        say(question);
        await world.onAsk?.();
        return answers.shift() ?? "";
      },
      askAtTerminal: async (question) => {
        if (world.atTerminal) return world.atTerminal(question);
        throw new UsageError("TERMINAL_MISSING", "no terminal");
      },
      hasBrowser: async () => world.openBrowser !== undefined,
      openBrowser: async (url) => (await world.openBrowser?.(url)) ?? false,
      edit: async (text) => {
        const edited = (await world.edit?.(text)) ?? { text, file: "nowhere" };
        return { discard: () => undefined, ...edited };
      },
      signal: world.signal ?? new AbortController().signal,
    };
    const words = typeof argv === "string" ? argv.split(" ").filter(Boolean) : argv;
    const line = { sdk, version: "1.0", ...more };
    const code = await runCommand(line, words, host);
    return { code, out, said, screen };
  };
}
