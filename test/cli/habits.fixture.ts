/** The command lines that people come from. */
export const peers = ["gh", "kubectl", "gcloud", "aws", "stripe"] as const;

/** One of {@link peers}. */
export type Peer = (typeof peers)[number];

/** A command of the quick-start pages of another command line, and what its users type here by habit. */
export interface Cell {
  readonly theirs: string;
  readonly typed: string;
  /** The command that it leads to. Default: that of the row. */
  readonly ours?: string;
}

/** A thing that people do every day, in each command line. */
export interface Habit {
  readonly habit: string;
  /** Our command. DISK is the ID of a disk, FILE one with a disk in YAML, and RESOURCES one to apply. */
  readonly ours: string;
  readonly cells: Readonly<Partial<Record<Peer, Cell>>>;
  /** What a person answers, if the command asks. */
  readonly answer?: string;
}

/** Makes a cell. */
export const cell = (theirs: string, typed: string, ours?: string): Cell =>
  ours === undefined ? { theirs, typed } : { theirs, typed, ours };

/** The list that many habits are about. */
export const list = "compute disk list --parent-id p1";
