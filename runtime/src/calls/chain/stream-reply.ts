import type { IncomingResponse } from "./interceptor.js";

/** The response of a unary call with properties that `{ ...reply }` copies. A transport may have them on a prototype. */
export function copyable(reply: IncomingResponse): IncomingResponse {
  return reply.messages ? reply : withMessages(reply, undefined);
}

/** The reply with other messages. Not a spread, which would read the trailer before it has come. */
export function withMessages(
  reply: IncomingResponse,
  messages: AsyncIterable<unknown> | undefined,
): IncomingResponse {
  return {
    message: reply.message,
    messages,
    get header() {
      return reply.header;
    },
    get trailer() {
      return reply.trailer;
    },
  };
}
