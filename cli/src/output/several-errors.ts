/** The errors of a command that called a method for several resources. */
export class SeveralErrors extends Error {
  override readonly name = "SeveralErrors";
  /** The ID of each resource that failed, with its error. */
  readonly failures: readonly { readonly id: string; readonly error: unknown }[];

  constructor(failures: SeveralErrors["failures"], count: number) {
    super(`${failures.length} of ${count} failed`);
    this.failures = failures;
  }
}
