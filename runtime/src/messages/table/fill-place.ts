import { MessageError } from "./message-error.js";
import { maxNesting } from "./nesting.js";
import { describe, kindText, shorten } from "../../base/text/value-text.js";
import { halfPairText, isWellFormed } from "../../base/text/well-formed.js";

/**
 * The reason to fill a message. Requests omit server-managed fields. Messages that are read or written must have well-formed
 * text, but a program may create messages that it never writes.
 */
export type FillPurpose = "create" | "request" | "serialize";

/** The place of a value in a request, for errors. */
export class FillPlace {
  readonly #typeName: string;
  /** The steps to the value. Steps of earlier values may follow, because removing them costs time. */
  readonly #steps: (string | number)[] = [];
  #depth = 0;
  #level = 0;
  /** The depth of each secret field around the value. */
  readonly #secretAt: number[] = [];

  /** Whether the message is a request to a server. */
  readonly isRequest: boolean;
  /** Whether the message is written as it is: text must be well-formed, and 64-bit integers must be bigints. */
  readonly isSerialized: boolean;

  constructor(typeName: string, purpose: FillPurpose = "create") {
    this.#typeName = typeName;
    this.isRequest = purpose === "request";
    this.isSerialized = purpose === "serialize";
  }

  /** Enters a property, an element or a key. */
  enter(step: string | number): void {
    this.#steps[this.#depth++] = step;
  }

  /** Leaves it. */
  leave(): void {
    this.#depth--;
  }

  /** Enters a message. Throws if it is nested too deep for decoders, as a message that contains itself is. */
  enterMessage(): void {
    if (this.#level === maxNesting)
      throw this.error(`messages are nested deeper than ${maxNesting}, or a message contains itself`);
    this.#level++;
  }

  /** Leaves it. */
  leaveMessage(): void {
    this.#level--;
  }

  /** Enters a field whose value must not be printed. */
  enterSecret(): void {
    this.#secretAt.push(this.#depth);
  }

  /** Leaves it. */
  leaveSecret(): void {
    this.#secretAt.pop();
  }

  /** The depth of the value. */
  get depth(): number {
    return this.#depth;
  }

  /** Returns to a depth after an error. */
  returnTo(depth: number): void {
    this.#depth = depth;
    while ((this.#secretAt.at(-1) ?? -1) >= depth) this.#secretAt.pop();
  }

  /** Throws if text at this place is serialized and UTF-8 cannot encode it. */
  checkText(text: string): void {
    if (this.isSerialized && !isWellFormed(text)) throw this.error(halfPairText);
  }

  /** Creates the error for a value that does not fit: `spec.cpu: a number is needed, got "4"`. */
  mismatch(needed: string, got: unknown, fix = ""): MessageError {
    return this.error(
      `${needed} is needed, got ${this.#secretAt.length > 0 ? kindText(got) : describe(got)}${fix}`,
    );
  }

  /** Creates an error at this place. */
  error(problem: string): MessageError {
    // The steps in a secret field may be secrets too, such as the keys of a map.
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
