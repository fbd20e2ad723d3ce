/** The answer of a server to a form. */
export interface FormAnswer {
  /** HTTP status code. */
  readonly status: number;
  readonly text: string;
  /**
   * The delay that the server asks for, in milliseconds (RFC 9110, section 10.2.3); undefined if it does not send
   * one in seconds.
   */
  readonly retryAfterMs: number | undefined;
}

/** How a form is sent. */
export interface FormLimits {
  /** Ends the request with its reason. */
  readonly signal: AbortSignal;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
}

/**
 * Posts a form (RFC 6749, appendix B) without following redirects: one would carry the form to wherever it points.
 * Rejects with the signal's reason, a ConnectError, or another Error that says why there is no answer.
 */
export type PostForm = (url: URL, form: URLSearchParams, limits: FormLimits) => Promise<FormAnswer>;

/** An answer with a token is some kilobytes; what is longer is none. */
export const maxAnswerBytes = 256 * 1024;

/** The pause that a header `retry-after` asks for, in milliseconds. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  return /^\d{1,6}$/.test(header ?? "") ? Number(header) * 1000 : undefined;
}

/** The headers of a form. */
export const formHeaders = {
  accept: "application/json",
  "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
};
