import type { QueryLimits } from "./budget.js";
import { evaluate } from "./evaluate.js";
import { parse } from "./parse.js";
import type { QueryValue } from "./query-value.js";

/** A compiled query. @throws A QueryError as {@link compileQuery} documents. */
export type Query = (value: QueryValue, limits?: QueryLimits) => QueryValue;

/**
 * Compiles a JMESPath expression, without evaluating it. Integers are exact at any size, and the cost of an evaluation is
 * bounded.
 *
 * @throws A QueryError: of kind `syntax` here, and of kind `type` or `limit` when the query runs.
 */
export function compileQuery(expression: string): Query {
  const node = parse(expression);
  return (value, limits) => evaluate(node, value, limits);
}
