import type { IncomingResponse } from "../chain/interceptor.js";
import { CallError } from "../error/call-error.js";
import type { Route } from "../client/call-start.js";
import type { WriteOutcome } from "./write-outcome.js";
import type { Modification, ReadResource } from "./modify-steps.js";
import { outcomeUnknownError } from "./outcome-unknown.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The Updates of one `modify` whose responses were lost, until their outcomes are known. */
export class LostResponses {
  readonly #route: Route;
  readonly #modification: Modification;
  #writes: readonly SentUpdate[] = [];
  /** The server's response to the retry of the last one. */
  #conflict: CallError | undefined;
  #read: ReadResource | undefined;

  constructor(route: Route, modification: Modification) {
    this.#route = route;
    this.#modification = modification;
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** Adds an Update that the server answered with a conflict after an earlier attempt got no response. */
  add(write: SentUpdate, conflict: CallError): void {
    this.#writes = [...this.#writes, write];
    this.#conflict = conflict;
  }

  /**
   * Finds the outcomes of the Updates by the resource as it was read again. Forgets those that were superseded.
   *
   * @returns The response of the one that was applied; undefined if none was.
   * @throws CallError UNKNOWN if one of them may have been applied.
   */
  async settle(read: ReadResource): Promise<IncomingResponse | undefined> {
    this.#read = read;
    if (this.isEmpty) return undefined;
    // Loaded on first use, because few responses are lost. If it cannot be loaded, the outcome is unknown.
    const { findWriteOutcome } = await import("./write-outcome.js").catch(() => {
      throw this.#createError();
    });
    const { get, call, operations } = this.#modification;
    const current = { table: get.response, resource: read.before };
    const outcomes: WriteOutcome[] = [];
    for (const write of this.#writes) {
      const outcome = await findWriteOutcome(write, current, { route: this.#route, call, operations });
      if (outcome.kind === "applied") return outcome.reply;
      outcomes.push(outcome);
    }
    if (outcomes.some(({ kind }) => kind === "unknown")) throw this.#createError();
    this.#writes = this.#writes.filter((_, index) => outcomes[index]?.kind === "pending");
    return undefined;
  }

  /** Throws an error. If outcomes are unknown, throws an UNKNOWN error with the given one as its cause. */
  readonly rethrow = (error: unknown): never => {
    if (this.isEmpty || !(error instanceof CallError)) throw error;
    throw this.#createError(error);
  };

  #createError(cause = this.#conflict): CallError {
    const { get, update } = this.#modification;
    return outcomeUnknownError(this.#route, update, {
      table: get.response,
      versionRead: this.#writes[0]?.version,
      resource: this.#read?.before,
      cause,
    });
  }
}
