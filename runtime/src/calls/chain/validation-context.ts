import type { CelChecks } from "../../messages/check/cel-checks.js";
import type { Clock } from "../../base/time/clock.js";
import type { Validation } from "./validation.js";
import type { Warning } from "./warnings.js";

/** The tools of the step. */
export interface ValidationContext {
  /** Those of the session. */
  readonly options: {
    /** Undefined for the usual: what is missing is refused, all else is explained. */
    readonly validate?: Validation | undefined;
    /** Decides rules in CEL; undefined if the server does. */
    readonly cel?: CelChecks | undefined;
  };
  /** Header of the reset mask. */
  readonly maskHeader: string;
  /** The session. */
  readonly core: {
    readonly clock: Clock;
    readonly errorName: string;
    warnOnce(warning: Warning): void;
  };
}
