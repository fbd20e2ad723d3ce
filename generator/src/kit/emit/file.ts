/** A file that the generator writes. */
export interface OutputFile {
  /** Place below the output folder, with `/` between folders: `src/compute/v1/index.ts`. */
  readonly path: string;
  /** The whole text, with LF line ends. */
  readonly text: string;
  /** Whether the file is written without formatting, because it is already formatted. Default: `false`. */
  readonly isVerbatim?: boolean;
}
