/**
 * What an Update must do, written by hand from the rules (conventions, section
 * 4.2). `Resource` of example/v1/resource.proto; messages as literals by proto
 * name, which hold only what is carried.
 */
export interface UpdateCase {
  readonly title: string;
  readonly before: object;
  readonly request: object;
  readonly mask: string;
  readonly want: object;
  /** The request is an UpdateRequest, another type than the resource. */
  readonly isOtherType?: true;
  /** Structures that the server keeps. */
  readonly neverNull?: readonly string[];
}

/** A disk that carries both fields. */
export const disk = (id: string, size: number): object => ({ id, size });
