import type { Problem } from "./problem.js";

/** The state of something that has to be loaded. */
export type State<T> =
  | { readonly kind: "idle" }
  /** `isSlow` if loading has taken `slowMs`. */
  | { readonly kind: "waiting"; readonly isSlow: boolean }
  /** `isOld` while a newer value loads. */
  | { readonly kind: "ready"; readonly value: T; readonly isOld: boolean }
  | { readonly kind: "failed"; readonly problem: Problem };
