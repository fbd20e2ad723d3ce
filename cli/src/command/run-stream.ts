import type { GuideForm, GuideJson } from "@stratus/runtime/guide";
import { flagValue } from "../argv/read-argv.js";
import { atPlace } from "../input/at-place.js";
import { readDocument } from "../input/read-document.js";
import { readUnits } from "../input/read-units.js";
import { makeMessage } from "@stratus/dynamic-client";
import { awaitAnswer, type MethodCommand } from "./context.js";
import { isPreview, showRequest } from "./dry-run.js";

/** Prints the messages of a stream as they arrive. */
export async function printStream(
  { context, service, method, argv }: MethodCommand,
  messages: AsyncIterable<unknown>,
): Promise<void> {
  const response: GuideForm = method.response ?? { kind: "json" };
  async function* shown(): AsyncIterable<GuideJson> {
    for await (const message of messages) yield context.shown(service, response, message, argv);
  }
  await (await context.printer(argv)).stream(shown(), service, response.type);
}

/**
 * Runs a method that takes a stream: each line of a file or of standard input is a message in JSON. A file is checked before
 * anything is sent. Lines of standard input are sent as they arrive, and Ctrl-C ends the call.
 *
 * @param first The message that flags describe, which is sent before all others.
 */
export async function runStream(command: MethodCommand, first?: object): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  const file = flagValue(argv, "file");
  const path = file ?? "-";
  const input = new MessageLines(command, path, first);
  const isLive = path === "-" && !isPreview(argv);
  if (isLive && host.terminals.in)
    host.say("Type one message in JSON on each line. Ctrl-D ends the input, and Ctrl-C ends the call.\n");
  const isComplete = first !== undefined && file === undefined;
  const requests = isLive ? input.read() : isComplete ? [first] : await collect(input.read());
  input.throwFault();
  const options = context.callOptions(argv);
  if (!isLive && isPreview(argv)) return showRequest(command, requests, options);
  const signal = AbortSignal.any([input.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    const client = await context.client(service, argv);
    const answer = client.call(method, method.local, requests, { ...options, signal });
    if (method.kind === "bidiStreaming") return await printStream(command, answer as AsyncIterable<unknown>);
    const { response = { kind: "json" } as const } = method;
    const value = await awaitAnswer(command, answer);
    const shown = context.shown(service, response, value, argv);
    await (await context.printer(argv)).one(shown, service, response.type);
  } catch (error) {
    input.throwFault();
    throw error;
  } finally {
    // Standard input may have no end, and would keep the process alive.
    input.end();
  }
}

/** The message of the flags, and messages that are read from lines of JSON. */
class MessageLines {
  readonly #command: MethodCommand;
  readonly #path: string;
  readonly #first: object | undefined;
  readonly #controller = new AbortController();
  #fault: unknown;

  constructor(command: MethodCommand, path: string, first: object | undefined) {
    this.#command = command;
    this.#path = path;
    this.#first = first;
  }

  /** Aborted when a line is invalid, or after `end`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops reading. */
  end(): void {
    this.#controller.abort();
  }

  /** Throws the error of an invalid line, which ended the call. */
  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Reads the messages. An invalid line ends them and aborts the signal. */
  async *read(): AsyncIterable<object> {
    const { context, service, method } = this.#command;
    let number = 0;
    if (this.#first) yield this.#first;
    try {
      for await (const line of context.host.lines(this.#path, this.signal)) {
        number += 1;
        if (line.trim() === "") continue;
        const place = `${this.#path === "-" ? "standard input" : this.#path}:${number}`;
        const json = await readDocument(Buffer.from(line), place);
        const value = readUnits(service, method.request, json, place);
        yield await atPlace(place, () =>
          makeMessage(service, method.request, [{ path: { steps: [] }, value }]),
        );
      }
      // Ctrl-C may end the input too. Messages that end would tell the server that they are complete.
      context.host.signal.throwIfAborted();
    } catch (error) {
      if (context.host.signal.aborted) throw error;
      this.#fault = error;
      this.end();
    }
  }
}

async function collect(messages: AsyncIterable<object>): Promise<readonly object[]> {
  const all: object[] = [];
  for await (const message of messages) all.push(message);
  return all;
}
