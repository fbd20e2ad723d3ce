/** Thrown for a mask that would do something else than it says: an unknown field, or a path into what is not sent. */
export class MaskPathError extends Error {
  override readonly name = "MaskPathError";
  /** The path in the mask, by proto names: `spec.disks`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`reset mask: ${problem}`);
    this.path = path;
  }
}
