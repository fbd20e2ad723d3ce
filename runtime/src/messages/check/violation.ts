/**
 * The room of checks: whether a message keeps the rules that its API states, before anybody sends it. All of it but
 * `check` and the form of a violation is loaded with the first message that is checked.
 *
 * @module
 */

/** A rule of an API that a message does not keep, whoever has found it: this program or the server. */
export interface Violation {
  /**
   * The field, by proto names: `spec.boot_disk.size`, `spec.disks[2].size`, `metadata.labels["team"]`. Empty for the
   * message as a whole.
   */
  readonly path: string;
  /** The rule, as protovalidate calls it: `required`, `string.max_len`. Empty if a server does not say it. */
  readonly rule: string;
  /** The rule in words: `must have at most 63 characters`. Shows no value of a field that is secret. */
  readonly text: string;
}

/** So many violations of a message are reported at most. */
export const maxViolations = 100;
