/**
 * The maximum nesting depth of a REST response. Functions that show, search and compare a value recurse, and V8 ends the
 * whole process if the stack is nearly full when it compiles a regular expression. gRPC messages have a limit of 100.
 */
const maxDepth = 500;

/** A response that is nested too deep to be shown. The server has processed the request. */
export class DeepResponseError extends Error {
  override readonly name = "DeepResponseError";
  readonly code = "DECODE";
  readonly attempts = 1;
  readonly mayHaveReachedServer = true;

  constructor() {
    super(`the response is nested more than ${maxDepth} levels deep; the server has processed the request`);
  }
}

/** A call of a REST client. */
interface RestCall extends Promise<unknown> {
  withResponse?(): Promise<{ readonly data: unknown }>;
}

/**
 * Bounds the depth of what a REST method returns: a call, or the elements of a stream or of pages. The result fails with a
 * {@link DeepResponseError}. Errors of calls lose a body that is nested too deep.
 */
export function boundResponse(answer: unknown): unknown {
  return answer instanceof Promise ? boundCall(answer) : boundValue(answer);
}

function boundCall(call: RestCall): RestCall {
  const bounded: RestCall = call.then(boundValue, rethrow);
  const withResponse = call.withResponse?.bind(call);
  if (withResponse)
    bounded.withResponse = () => {
      // The caller handles the error of the response, which is also the error of the call.
      bounded.catch(() => {});
      return withResponse().then(({ data, ...rest }) => ({ ...rest, data: boundValue(data) }), rethrow);
    };
  return bounded;
}

function boundValue(value: unknown): unknown {
  if (isDeep(value)) throw new DeepResponseError();
  return isElements(value) ? boundElements(value) : value;
}

function isElements(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value && !(value instanceof ReadableStream);
}

async function* boundElements(elements: AsyncIterable<unknown>): AsyncIterable<unknown> {
  try {
    for await (const element of elements) yield boundValue(element);
  } catch (error) {
    rethrow(error);
  }
}

function rethrow(error: unknown): never {
  if (error instanceof Error && "body" in error && isDeep(error.body))
    Object.defineProperty(error, "body", { value: undefined, enumerable: false });
  throw error;
}

function isDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return true;
    level = level.flatMap((one) => Object.values(one)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return isObject(value) && [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
