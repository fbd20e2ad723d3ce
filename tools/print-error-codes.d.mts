/** A table of error codes in a package. */
export interface ErrorTables {
  readonly name: string;
  /** The folder of the sources that use the codes. */
  readonly sources: string;
  readonly path: string;
  readonly records: readonly {
    readonly record: string;
    readonly about: string;
    readonly codes: { readonly [code: string]: string };
  }[];
}
export function readErrorTables(): Promise<readonly ErrorTables[]>;
export function printErrorCodes(): Promise<string>;
