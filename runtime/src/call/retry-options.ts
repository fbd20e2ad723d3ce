/** How failed attempts are repeated. */
export interface RetryOptions {
  /** Upper bound of the first pause, in milliseconds; doubled for each further one. Default 100. */
  readonly baseDelayMs?: number | undefined;
  /** Upper bound of any pause, in milliseconds. Default 5,000. */
  readonly maxDelayMs?: number | undefined;
  /** Greatest number of attempts, the first included. Default: as many as the deadline allows. */
  readonly maxAttempts?: number | undefined;
}
