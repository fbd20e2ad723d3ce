import type { ReceivedCall } from "@stratus/emulator";
import { sourceLines } from "./source-lines.js";
import type { Paint, Style } from "./style.js";

/** The sources and the output of a narrator. */
export interface NarratorOptions {
  /** All attempts that the server has seen so far. */
  readonly attempts: () => readonly ReceivedCall[];
  /** Receives one line. */
  readonly write: (line: string) => void;
  readonly paint: Paint;
}

/** Shows steps of a program: the code, what the server saw of it, and its effect. */
export class Narrator {
  readonly #options: NarratorOptions;
  #seen = 0;

  constructor(options: NarratorOptions) {
    this.#options = options;
  }

  /** Writes a line in a style, indented below a title. */
  line(style: Style, text: string): void {
    const { write, paint } = this.#options;
    write(style === "title" ? `\n${paint(style, text)}` : `  ${paint(style, text)}`);
  }

  /**
   * Runs one step, and shows it.
   *
   * @param title one sentence
   * @param run the code, which is shown as it is
   * @param describe the effect, in words
   */
  async step<T>(title: string, run: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    this.line("title", title);
    for (const line of sourceLines(run)) this.line("code", line);
    const result = await run();
    this.#showAttempts();
    this.line("effect", `= ${describe(result)}`);
    return result;
  }

  /** Skips the attempts so far. The next step shows those after them. */
  skipAttempts(): void {
    this.#seen = this.#options.attempts().length;
  }

  #showAttempts(): void {
    const lines = this.#options.attempts().slice(this.#seen).map(describeAttempt);
    this.skipAttempts();
    // A poll follows another one that looks the same.
    for (const [index, line] of lines.entries()) if (line !== lines[index - 1]) this.line("wire", line);
  }
}

/** One attempt as it went over the wire: method, outcome, reset mask; never the token. */
function describeAttempt({ method, metadata, code, fault, isReplay }: ReceivedCall): string {
  const name = method.slice(method.lastIndexOf(".") + 1);
  const mask = metadata["x-resetmask"]?.[0];
  const more = [
    name === "OperationService/Get" ? "until the operation is complete" : "",
    mask === undefined ? "" : `reset mask ${mask}`,
    fault === undefined ? "" : `fault: ${fault}`,
    isReplay ? "the same idempotency key: the server repeats its response" : "",
  ].filter((text) => text !== "");
  return [`> ${name}: ${code ?? "running"}`, ...more].join(", ");
}
