import { CallError, type CallErrorMessage, type CallErrorInit } from "../../calls/error/call-error.js";
import { OptionsError } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/** An operation that runs for a while or fails, as a handler of a mock returns it. {@link mockOperation} creates it. */
export class MockOperation {
  /** The number of reads after which it is done; 0 if it is done at once, Infinity if it never ends. */
  readonly reads: number;
  /** The failure with which it ends. */
  readonly failure: CallError | undefined;
  /** Other fields of the operation, such as its `id` and `resourceId`. */
  readonly fields: object;
  /** Programs may have two copies of this package. */
  readonly isMockOperation = true;

  constructor(reads: number, failure: CallError | undefined, fields: object) {
    this.reads = reads;
    this.failure = failure;
    this.fields = fields;
  }
}

/**
 * Operations for the handlers of a mock:
 *
 * ```ts
 * const instances = mock(InstanceServiceClient, {
 *   create: () => mockOperation.slow(3, { resourceId: "instance-1" }),
 *   update: () => mockOperation.failed({ code: "RESOURCE_EXHAUSTED", text: "no host is free" }),
 *   delete: () => mockOperation.running(),
 * });
 * ```
 *
 * An operation gets an ID if its fields have none. An operation that succeeds at once needs none of these functions:
 * `create: () => ({ resourceId: "instance-1" })`.
 */
export const mockOperation = {
  /** Returns an operation that never ends. End `wait()` by `signal` or `timeoutMs`, which passes without a pause. */
  running: (fields: object = {}): MockOperation => new MockOperation(Infinity, undefined, fields),

  /**
   * Returns an operation that succeeds when it is read for the last of so many times.
   *
   * @throws An OptionsError unless `reads` is a positive integer.
   */
  slow(reads: number, fields: object = {}): MockOperation {
    if (Number.isInteger(reads) && reads > 0) return new MockOperation(reads, undefined, fields);
    throw new OptionsError(
      "ARGUMENT_INVALID",
      `mockOperation.slow: a positive number of reads is needed, got ${describe(reads)}`,
    );
  },

  /**
   * Returns an operation that has failed.
   *
   * @throws An OptionsError if the error has an unknown code or no text.
   */
  failed: (error: CallErrorInit | CallErrorMessage, fields: object = {}): MockOperation =>
    new MockOperation(0, new CallError(error), fields),
};
