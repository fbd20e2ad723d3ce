/** A file that the generator writes. */
export interface OutputFile {
  /** Place below the output folder, with `/` between folders: `src/compute/v1/index.ts`. */
  readonly path: string;
  /** The whole text, with LF line ends. */
  readonly text: string;
  /** Another generator wrote it: it is not formatted. Default false. */
  readonly isVerbatim?: boolean;
}
