/**
 * The room of the world outside: what a command reads and writes. Tests have another one.
 *
 * @module
 */

/** Where a command runs. */
export interface Host {
  /** The command as people type it: `acme`, or `npx @stratus/cli @svc/cloud`. */
  readonly name: string;
  /** Name and version, for servers: `acme/1.0`. */
  readonly userAgent: string;
  /** The working folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes data to standard output, as fast as it is read. Rejects if it cannot be written. */
  readonly out: (text: string) => Promise<void>;
  /** Writes to standard error, where everything goes that is not data. */
  readonly say: (text: string) => void;
  /** Which of the three streams are terminals. */
  readonly terminals: { readonly in: boolean; readonly out: boolean; readonly err: boolean };
  /** Columns of the terminal. */
  readonly columns: number;
  readonly nowMs: () => number;
  /** Reads all of a file, `-` for standard input. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Asks a question on the terminal. */
  readonly ask: (question: string, isSecret: boolean) => Promise<string>;
  /** Lets a person change a text in an editor, and gives what it has become, and the file that holds it. */
  readonly edit: (text: string, ending: string) => Promise<Edited>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A text that a person has edited. */
export interface Edited {
  readonly text: string;
  /** The file that holds it. */
  readonly file: string;
  /** Takes the file away. */
  readonly discard: () => void;
}

/** Whether output may have colors (no-color.org). */
export function hasColors({ env, terminals }: Host, stream: "out" | "err"): boolean {
  if (env["NO_COLOR"]) return false;
  return terminals[stream] && env["TERM"] !== "dumb";
}
