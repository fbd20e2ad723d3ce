/**
 * Checks messages against the validation rules of their API before they are sent. Everything except `check` and the type of
 * violations is loaded with the first message that is checked.
 *
 * @module
 */

/** A violation of a validation rule, found by this program or by the server. */
export interface Violation {
  /**
   * The field, by proto names: `spec.boot_disk.size`, `spec.disks[2].size`, `metadata.labels["team"]`. Empty for the
   * message as a whole.
   */
  readonly path: string;
  /** The name of the rule in protovalidate: `required`, `string.max_len`. Empty if a server does not state it. */
  readonly rule: string;
  /** The rule as text: `must have at most 63 characters`. Without values of secret fields. */
  readonly text: string;
}

/** The maximum number of violations that are reported for a message. */
export const maxViolations = 100;
