/** A file that the generator writes. */
export interface OutputFile {
  /** Place below the output folder, with `/` between folders: `src/compute/v1/index.ts`. */
  readonly path: string;
  /** The whole text, with LF line ends. */
  readonly text: string;
  /** It is written as it is: another generator's, or laid out already. Default false. */
  readonly isVerbatim?: boolean;
}
