/** The output of a command. */
export interface CommandIo {
  /** Text for people. */
  readonly out: (text: string) => void;
  /** Error text for people. */
  readonly error: (text: string) => void;
  /** Whether text for people may have colors; default false. */
  readonly isColored?: boolean;
}

/** A command of `stratus`. */
export interface Command {
  /** First argument. */
  readonly name: string;
  /** The command line, without `stratus`. */
  readonly usage: string;
  /** A description in one line. */
  readonly help: string;
  /**
   * Runs the command.
   *
   * @param args The arguments after the name.
   * @returns The exit code: 0 for success, 2 for wrong arguments.
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}
