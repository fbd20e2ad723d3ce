/** Thrown where an Update would change a field that is set at creation only (`IMMUTABLE`). */
export class ImmutableFieldError extends Error {
  override readonly name = "ImmutableFieldError";
  /** Where the field is, by proto names: `spec.disks.0.type`. */
  readonly path: string;

  constructor(path: string) {
    super(`${path} is immutable: send the value that the resource has, or leave the field out`);
    this.path = path;
  }
}
