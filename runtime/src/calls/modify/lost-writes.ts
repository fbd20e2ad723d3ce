import type { IncomingResponse } from "../chain/interceptor.js";
import { CallError } from "../error/call-error.js";
import type { Route } from "../client/call-start.js";
import type { Fate } from "./own-write.js";
import type { Modification, ReadResource } from "./read-change.js";
import { undecided } from "./unsettled-change.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The Updates of one change whose answers were lost, until it is known what became of them. */
export class LostWrites {
  readonly #route: Route;
  readonly #modification: Modification;
  #writes: readonly SentUpdate[] = [];
  /** The answer of the server after the last one that was lost. */
  #conflict: CallError | undefined;
  #read: ReadResource | undefined;

  constructor(route: Route, modification: Modification) {
    this.#route = route;
    this.#modification = modification;
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** An Update whose answer was lost, before the server answered the same one with a conflict. */
  add(write: SentUpdate, conflict: CallError): void {
    this.#writes = [...this.#writes, write];
    this.#conflict = conflict;
  }

  /**
   * Finds out what became of them, by the resource as it was read again: gives the answer of the one that was applied,
   * and forgets those that a rival was faster than.
   *
   * @throws A CallError, UNKNOWN, if one of them may have been applied.
   */
  async settle(read: ReadResource): Promise<IncomingResponse | undefined> {
    this.#read = read;
    if (this.isEmpty) return undefined;
    // Loaded with the first one: few answers are lost. Without it nobody can tell.
    const { fateOf } = await import("./own-write.js").catch(() => {
      throw this.#undecided();
    });
    const { get, call, operations } = this.#modification;
    const found = { table: get.response, resource: read.before };
    const fates: Fate[] = [];
    for (const write of this.#writes) {
      const fate = await fateOf(write, found, { route: this.#route, call, operations });
      if (fate.kind === "own") return fate.reply;
      fates.push(fate);
    }
    if (fates.some(({ kind }) => kind === "unknown")) throw this.#undecided();
    this.#writes = this.#writes.filter((_, index) => fates[index]?.kind === "pending");
    return undefined;
  }

  /** Throws an error; if some Updates are not settled, one that says so, with the error as its cause. */
  readonly cover = (error: unknown): never => {
    if (this.isEmpty || !(error instanceof CallError)) throw error;
    throw this.#undecided(error);
  };

  #undecided(cause = this.#conflict): CallError {
    const { get, update } = this.#modification;
    return undecided(this.#route, update, {
      table: get.response,
      versionRead: this.#writes[0]?.version,
      resource: this.#read?.before,
      cause,
    });
  }
}
