/**
 * The environment of a command: streams, files, questions and signals. Tests replace it.
 *
 * @module
 */

/** The environment in which a command runs. */
export interface Host {
  /** The command as users type it: `acme`, or `npx @stratus/cli @svc/cloud`. */
  readonly name: string;
  /** The user agent, such as `acme/1.0`. */
  readonly userAgent: string;
  /** The working folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes data to stdout and waits until it is consumed. Rejects if it cannot be written. */
  readonly out: (text: string) => Promise<void>;
  /** Writes anything but data, to stderr. */
  readonly say: (text: string) => void;
  /** Whether stdin, stdout and stderr are terminals. */
  readonly terminals: { readonly in: boolean; readonly out: boolean; readonly err: boolean };
  /** The number of columns of the terminal. */
  readonly columns: number;
  readonly nowMs: () => number;
  /** Reads a whole file, or stdin if the path is `-`. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Returns the paths of all files in a folder and its subfolders, sorted. Undefined if the path is not a folder. */
  readonly readFolder: (path: string) => Promise<readonly string[] | undefined>;
  /** Reads a file, or stdin if the path is `-`, line by line as it arrives, until the signal is aborted. */
  readonly lines: (path: string, signal: AbortSignal) => AsyncIterable<string>;
  /** Waits. Rejects with the reason of `signal` after Ctrl-C. */
  readonly pause: (ms: number) => Promise<void>;
  /** Asks a question on the terminal. */
  readonly ask: (question: string, isSecret: boolean) => Promise<string>;
  /** Asks a question at the controlling terminal, whatever the streams are. Rejects if the process has none. */
  readonly askAtTerminal: (question: string) => Promise<string>;
  /** Whether this machine has a browser that its user can see. */
  readonly hasBrowser: () => Promise<boolean>;
  /** Opens a URL in the browser of this machine. Returns false if it has none. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** Opens a text in an editor and returns the edited text. */
  readonly edit: (text: string, ending: string) => Promise<Edited>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A text that the user edited. */
export interface Edited {
  readonly text: string;
  /** The file that contains the text. */
  readonly file: string;
  /** Deletes the file. */
  readonly discard: () => void;
}

/** Whether output may have colors (no-color.org). */
export function hasColors(
  { env, terminals }: Pick<Host, "env" | "terminals">,
  stream: "out" | "err",
): boolean {
  if (env["NO_COLOR"]) return false;
  return terminals[stream] && env["TERM"] !== "dumb";
}
