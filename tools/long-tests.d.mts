/** A row of tools/long-tests.json. */
export interface LongTest {
  readonly name: string;
  /** The promise that it tests. */
  readonly what: string;
  /** Files and folders. A change in one of them asks for this test. */
  readonly guards: readonly string[];
  /** Folders whose package.json it needs installed. */
  readonly install?: readonly string[];
  /** Targets of tools/build.mjs. The default is those of `npm run build`. */
  readonly build?: readonly string[];
  /**
   * Commands, one after the other. A command begins with one of these words, which variables may precede:
   * - `long`: vitest with the `*.long.ts` files
   * - `engines`: vitest with the end-to-end tests on codecs by ts-proto
   * - any other word: a program, such as `node`, `vitest` or `tsc`
   */
  readonly run: readonly string[];
  /** The nightly run stops the test after this time. */
  readonly limitMinutes: number;
  /** Debian packages, which tools/requirements.mjs lists. */
  readonly needs?: readonly string[];
  /**
   * Variables that name clones of repositories on GitHub. Beside a text, the variable names that clone. Beside a list,
   * it names the folder that contains the clones. A repository is followed by `as NAME` if its folder has another name.
   */
  readonly clones?: Readonly<Record<string, string | readonly string[]>>;
  /** Whether the clones need their whole history. */
  readonly needsHistory?: boolean;
  /** Whether it needs an argument, so that the nightly run leaves it out. */
  readonly isManual?: boolean;
  /**
   * Programs that no Debian package has, by the variable that names their path: the file, and the archive of a release for
   * Linux that contains it.
   */
  readonly programs?: Readonly<Record<string, { readonly file: string; readonly archive: string }>>;
  /** The names of the figures that pages quote. `--write-figures` writes them. */
  readonly figures?: readonly string[];
}

/** A command of a test, as it is run. */
export interface LongCommand {
  readonly text: string;
  /** Arguments of the user. */
  readonly more: readonly string[];
}

export const longTests: readonly LongTest[];

/**
 * The long tests that guard a changed file or folder.
 * @param path From the top of the repository, with `/` between folders.
 */
export function testsFor(path: string): readonly LongTest[];

/** The commands of a test. Arguments of the user go to its Node program, or to vitest if it has none. */
export function commandsOf(test: LongTest, more?: readonly string[]): readonly LongCommand[];

/** The jobs of the nightly run. */
export function nightlyJobs(): readonly {
  readonly name: string;
  /** Debian packages, separated by spaces. */
  readonly needs: string;
  readonly limitMinutes: number;
}[];

/** Rows of cells, the head first, as a Markdown table with aligned columns. */
export function markdownTable(rows: readonly (readonly string[])[]): string;

/** The table of CONTRIBUTING.md. */
export function longTestsTable(): string;
