import { hasFlag } from "../argv/read-argv.js";
import { type RetainedValue, safeLine, UsageError } from "@stratus/dynamic-client";
import type { MethodCommand } from "./context.js";
import { isPreview } from "./dry-run.js";

/** The maximum number of paths that a question names. */
const maxNamedPaths = 20;

/** Thrown to stop a change whose removals have not been confirmed. */
class NotConfirmedYet extends Error {}

/**
 * Asks before an update removes values that its document does not show. The question comes after the resource was read and
 * before anything is sent. `--yes` answers it, and a dry run only reports what would be removed.
 */
export class Removals {
  readonly #command: MethodCommand;
  /** Whether the change comes from a document. Flags name all that they remove. */
  readonly #isDocument: boolean;
  #paths: readonly string[] = [];
  #confirmed: string | undefined;

  constructor(command: MethodCommand, isDocument: boolean) {
    this.#command = command;
    this.#isDocument = isDocument;
  }

  /**
   * Stops the change if its documents remove something that has not been confirmed.
   *
   * @param removed the values that documents remove without naming them
   * @param cleared the fields that a whole document omits
   */
  require(removed: readonly RetainedValue[], cleared: readonly string[]): void {
    if (!this.#isDocument) return;
    this.#paths = [...new Set([...removed.map(describeRemoval), ...cleared])];
    if (this.#paths.length === 0 || hasFlag(this.#command.argv, "yes")) return;
    if (isPreview(this.#command.argv)) return this.#report("The update would remove");
    if (this.#confirmed !== JSON.stringify(this.#paths)) throw new NotConfirmedYet();
  }

  /** Runs a change, and asks whenever it would remove something else than was confirmed. */
  async confirm<T>(run: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof NotConfirmedYet)) throw error;
        await this.#ask();
      }
    }
  }

  async #ask(): Promise<void> {
    const { host } = this.#command.context;
    if (!host.terminals.in || !host.terminals.err)
      throw new UsageError(
        "TERMINAL_MISSING",
        `the update removes ${this.#named().join(", ")}, which needs confirmation, and this is not a terminal; add --yes`,
      );
    this.#report("The update removes");
    const answer = await host.ask("Continue? [y/N] ", false);
    if (!/^y(?:es)?$/i.test(answer.trim()))
      throw new UsageError("NOT_CONFIRMED", "not confirmed; nothing was changed");
    this.#confirmed = JSON.stringify(this.#paths);
  }

  #report(what: string): void {
    const lines = this.#named().map((path) => `  ${safeLine(path)}\n`);
    this.#command.context.host.say(`${what}:\n${lines.join("")}`);
  }

  #named(): readonly string[] {
    const more = this.#paths.length - maxNamedPaths;
    return more > 0 ? [...this.#paths.slice(0, maxNamedPaths), `${more} more`] : this.#paths;
  }
}

/** Describes a value that was not shown: the list element that contained it, or the field. */
export function describeRemoval({ path, hidden }: RetainedValue): string {
  return hidden
    ? `${path} (a secret that was not shown)`
    : `${path} (an element with values that were not shown)`;
}
