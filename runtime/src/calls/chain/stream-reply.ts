import type { IncomingResponse } from "./interceptor.js";

/** The reply with other messages. Not a spread, which would read the trailer before it has come. */
export function withMessages(reply: IncomingResponse, messages: AsyncIterable<unknown>): IncomingResponse {
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
