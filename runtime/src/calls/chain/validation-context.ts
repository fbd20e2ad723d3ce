import type { CelChecks } from "../../messages/check/cel-checks.js";
import type { Clock } from "../../base/time/clock.js";
import type { SessionWiring } from "../rpc/wiring.js";
import type { Validation } from "./validation.js";
import type { Warning } from "./warnings.js";

/** The dependencies of request validation. */
export interface ValidationContext {
  /** The options of the session. */
  readonly options: {
    /** Undefined for the default: missing required fields are rejected, and other violations are explained. */
    readonly validate?: Validation | undefined;
    /** Decides rules in CEL; undefined if the server does. */
    readonly cel?: CelChecks | undefined;
  };
  /** The header of the reset mask. */
  readonly maskHeader: string;
  /** The session. */
  readonly core: {
    readonly clock: Clock;
    readonly errorName: string;
    readonly wiring: Pick<SessionWiring, "updates">;
    warnOnce(warning: Warning): void;
  };
}
