/** Where a command writes. */
export interface CommandIo {
  /** Text for people. */
  readonly out: (text: string) => void;
  /** What went wrong. */
  readonly error: (text: string) => void;
  /** Whether text for people may have colours; default false. */
  readonly isColoured?: boolean;
}

/** A command of `stratus`. */
export interface Command {
  /** First argument. */
  readonly name: string;
  /** How to call it, without `stratus`. */
  readonly usage: string;
  /** What it does, in one line. */
  readonly help: string;
  /**
   * Runs it.
   * @param args What follows the name.
   * @returns Exit code: 0 for success, 2 where the arguments are wrong.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}
