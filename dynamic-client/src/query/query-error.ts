/** Why a query failed: it is malformed, it does not fit the data, or it costs too much. */
export type QueryErrorKind = "syntax" | "type" | "limit";

/** An error of a query. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  readonly kind: QueryErrorKind;

  constructor(kind: QueryErrorKind, text: string) {
    super(text);
    this.kind = kind;
  }
}

/** Returns the error for a place in an expression. */
export function syntaxError(expression: string, at: number, text: string): QueryError {
  const place = at >= expression.length ? "at the end" : `at character ${at + 1}`;
  return new QueryError("syntax", `${text} ${place} of ${JSON.stringify(expression)}`);
}
