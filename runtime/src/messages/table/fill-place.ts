import { MessageError } from "./message-error.js";
import { maxNesting } from "./nesting.js";
import { describe, kindText, shorten } from "../../base/text/value-text.js";

/** Where in a request a value is, so that an error can name it. */
export class FillPlace {
  readonly #typeName: string;
  /** The steps down to the value; behind them some of values before it, since taking them away takes its time. */
  readonly #steps: (string | number)[] = [];
  #depth = 0;
  #level = 0;
  /** Steps down to each secret field around the value. */
  readonly #secretAt: number[] = [];

  /** The message goes to a server. */
  readonly isRequest: boolean;

  constructor(typeName: string, isRequest = false) {
    this.#typeName = typeName;
    this.isRequest = isRequest;
  }

  /** Goes into a property, an element or a key. */
  enter(step: string | number): void {
    this.#steps[this.#depth++] = step;
  }

  /** Goes back out. */
  leave(): void {
    this.#depth--;
  }

  /** Goes into a message; throws where it is too deep to be read by anyone, as one that holds itself is. */
  enterMessage(): void {
    if (this.#level === maxNesting)
      throw this.error(`messages are nested deeper than ${maxNesting}, or a message holds itself`);
    this.#level++;
  }

  /** Goes back out of it. */
  leaveMessage(): void {
    this.#level--;
  }

  /** Goes into a field whose value must not be printed. */
  enterSecret(): void {
    this.#secretAt.push(this.#depth);
  }

  /** Goes back out of it. */
  leaveSecret(): void {
    this.#secretAt.pop();
  }

  /** How deep the value is. */
  get depth(): number {
    return this.#depth;
  }

  /** Goes back to a depth from wherever an error came. */
  returnTo(depth: number): void {
    this.#depth = depth;
    while ((this.#secretAt.at(-1) ?? -1) >= depth) this.#secretAt.pop();
  }

  /** An error for a value that the field cannot hold: `spec.cpu: a number is needed, got "4"`. */
  misfit(needed: string, got: unknown, wayOut = ""): MessageError {
    return this.error(
      `${needed} is needed, got ${this.#secretAt.length > 0 ? kindText(got) : describe(got)}${wayOut}`,
    );
  }

  /** An error at this place. */
  error(problem: string): MessageError {
    // What stands in a secret field may be a secret itself: the key of a map.
    const path = this.#steps.slice(0, this.#secretAt[0] ?? this.#depth);
    return new MessageError(`${this.#shown(path)}: ${problem}`, { problem, path });
  }

  #shown(steps: readonly (string | number)[]): string {
    if (steps.length === 0) return this.#typeName;
    const shown = steps.slice(0, maxSteps).map(printStep).join("").replace(/^\./, "");
    return steps.length > maxSteps ? `${shown}...` : shown;
  }
}

const plainProperty = /^[A-Za-z_$][\w$]*$/;
const maxSteps = 20;
const maxStepLength = 40;

function printStep(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  return plainProperty.test(step) ? `.${step}` : `[${JSON.stringify(shorten(step, maxStepLength))}]`;
}
