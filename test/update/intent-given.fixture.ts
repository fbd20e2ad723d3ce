import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Tree, TreeValue } from "../mask/tree.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import type { Contested } from "./contested.fixture.js";
import type { Origins } from "./draft.fixture.js";
import type { Reading } from "./server-reading.fixture.js";

/** A message of the client: as its properties, and as what it carries. */
export interface Side {
  readonly draft: Draft;
  readonly tree: Tree;
}

/** What is known of one message when it is asked what it is to become. */
export interface Given {
  /** What the server has of this very thing, wherever it stood, and what it has at its place. */
  readonly own: Tree | undefined;
  readonly there: Tree | undefined;
  /** As it was read. */
  readonly before: Side | undefined;
  /** As the program has made it. */
  readonly after: Side;
  readonly client: DescMessage;
  /** It stands below the element of a list. */
  readonly isInList: boolean;
  /** It stands where another one stood, or where nothing did. */
  readonly isShifted: boolean;
  /** The server lets what is sent of it take the place of what was there. */
  readonly isTaken?: boolean;
  /** It stood in another field, and `update` sends what its client knows of it. */
  readonly isMoved?: boolean;
}

/** What a judge needs to know of a program that changes what it has read. */
export interface IntentParts {
  /** `modify`: what the callback changed is named. `update`: all that the request can carry is. */
  readonly kind: "modify" | "update";
  readonly manner: Reading["manner"];
  readonly behaviors: (field: DescField) => readonly string[];
  readonly origins: Origins;
  /** The objects that were read, and not made anew. */
  readonly given: WeakSet<object>;
  /** All objects are new: nobody can see that one has moved to another field or key, and what no response shows stays behind. */
  readonly isCloned: boolean;
  /** What someone else has changed in between. */
  readonly contested: Contested;
}

/** The messages of a list or map, on all sides. */
export interface Several extends Given {
  readonly isTaken: boolean;
  readonly held: { readonly own: TreeValue | undefined; readonly there: TreeValue | undefined };
  readonly old: { readonly tree: TreeValue | undefined; readonly draft: unknown };
  readonly now: { readonly tree: TreeValue; readonly draft: unknown };
}
