import type { Reply } from "./interceptor.js";

/** The reply with other messages. Not a spread, which would read the trailer before it has come. */
export function withMessages(reply: Reply, messages: AsyncIterable<unknown>): Reply {
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

/**
 * The reply, with a word when it is over: at once where it is one message, at
 * the end of the stream where it streams, also when its reader leaves early.
 */
export function followReply(reply: Reply, end: (failure?: { readonly error: unknown }) => void): Reply {
  if (reply.messages) return withMessages(reply, followMessages(reply.messages, end));
  end();
  return reply;
}

async function* followMessages(
  messages: AsyncIterable<unknown>,
  end: (failure?: { readonly error: unknown }) => void,
): AsyncIterable<unknown> {
  let failure: { readonly error: unknown } | undefined;
  try {
    yield* messages;
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    end(failure);
  }
}
