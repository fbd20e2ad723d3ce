import { hasFlag } from "../argv/read-argv.js";
import { type OperationHandle, progressText, readProgress, safeLine } from "@stratus/dynamic-client";
import { hasColors } from "../host/host.js";
import { shellQuote } from "../text/shell-quote.js";
import type { MethodCommand } from "./context.js";
import { isOutputAsked, sayDone } from "./say-done.js";

/** Shows the progress of an operation on stderr. */
export class Progress {
  readonly #command: MethodCommand;
  readonly #id: string;
  #last = "";
  #turn = 0;

  constructor(command: MethodCommand, id: string) {
    this.#command = command;
    this.#id = id;
  }

  /** Shows the state of an operation: a bar if the fraction is known, else a spinner. Without a terminal, it prints lines. */
  show(operation: unknown): void {
    const { context, service, method } = this.#command;
    const { host } = context;
    if (context.isCollecting) return;
    const type = service.guide.pickUp?.operation ?? method.response?.type;
    const json = type === undefined ? null : service.codec.toJson({ kind: "message", type }, operation);
    const progress = readProgress(json);
    const { fraction } = progress;
    const words = [`operation ${this.#id}`, progressText(progress)].filter(Boolean).join(": ");
    if (!host.terminals.err) {
      const line = fraction === undefined ? words : `${words} (${percent(fraction)})`;
      if (line !== this.#last) host.say(`${safeLine(line)}\n`);
      this.#last = line;
      return;
    }
    const sign = fraction === undefined ? "|/-\\"[this.#turn++ % 4] : bar(fraction);
    const line = safeLine(`${sign} ${words}`).slice(0, Math.max(10, host.columns - 1));
    host.say(`\r${hasColors(host, "err") ? "\u001B[K" : ""}${line.padEnd(this.#last.length)}`);
    this.#last = line;
  }

  /** Clears the line. */
  end(): void {
    const { host } = this.#command.context;
    if (host.terminals.err && this.#last !== "") host.say(`\r${" ".repeat(this.#last.length)}\r`);
  }
}

function bar(fraction: number): string {
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * 20);
  return `[${"#".repeat(full)}${".".repeat(20 - full)}] ${percent(fraction)}`;
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

/** Returns the command that waits for an operation. */
export function waitCommand({ context, service }: MethodCommand, id: string): string {
  // The id is the server's text, and somebody will paste the command.
  const word = shellQuote(safeLine(id));
  return `${context.host.name} ${service.entry.words} operation wait ${word.startsWith("-") ? `-- ${word}` : word}`;
}

/** Waits for an operation, unless `--no-wait` is set, and prints its result. */
export async function finishOperation(command: MethodCommand, operation: OperationHandle): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  const printer = await context.printer(argv);
  const type = service.guide.pickUp?.operation ?? method.response?.type;
  const show = async (): Promise<void> =>
    printer.one(context.shown(service, { kind: "message", type }, operation.latest, argv), service, type);
  const { result, local } = method.operation ?? {};
  if (operation.isUnchanged) host.say("Nothing to change; nothing was sent.\n");
  else if (hasFlag(argv, "no-wait") && !operation.isDone) {
    host.say(`The operation continues. To wait for it: ${waitCommand(command, operation.id)}\n`);
    return show();
  } else await waitFor(command, operation);
  const isDestroyed = operation.isDone && service.effect(method.word) === "destroy";
  if (isDestroyed && !context.isCollecting && !isOutputAsked(command)) return sayDone(command);
  const read = local === "resource" ? operation.resource : local === "result" ? operation.result : undefined;
  if (!read || result === undefined) return show();
  const made = await read.call(operation, { signal: host.signal });
  await printer.one(context.shown(service, { kind: "message", type: result }, made, argv), service, result);
}

async function waitFor(command: MethodCommand, operation: OperationHandle): Promise<void> {
  const { context, argv } = command;
  const { host } = context;
  const timeoutMs = context.timeoutMs(argv);
  const progress = new Progress(command, operation.id);
  try {
    await operation.wait({
      signal: host.signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      onProgress: (one) => progress.show(one),
    });
  } catch (error) {
    const isOpen = host.signal.aborted || (error as { readonly code?: unknown }).code === "DEADLINE_EXCEEDED";
    progress.end();
    if (isOpen) host.say(`The operation continues. To wait for it: ${waitCommand(command, operation.id)}\n`);
    throw error;
  }
  progress.end();
}
