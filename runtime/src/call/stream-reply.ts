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

/** How a reply ended. */
export interface ReplyEnd {
  /** What a stream failed with; undefined where it did not. */
  readonly error: unknown;
  /** Whether the reader of a stream left before its end. */
  readonly wasLeft: boolean;
  /** How many messages were read. */
  readonly messages: number;
}

/**
 * The reply, with a word when it is over: at once where it is one message, at
 * the end of the stream where it streams, also when its reader leaves early.
 */
export function followReply(reply: Reply, end: (ending: ReplyEnd) => void): Reply {
  if (reply.messages) return withMessages(reply, followMessages(reply.messages, end));
  end(oneMessage);
  return reply;
}

const oneMessage: ReplyEnd = { error: undefined, wasLeft: false, messages: 1 };

async function* followMessages(
  source: AsyncIterable<unknown>,
  end: (ending: ReplyEnd) => void,
): AsyncIterable<unknown> {
  let ending: Omit<ReplyEnd, "messages"> = { error: undefined, wasLeft: true };
  let messages = 0;
  try {
    for await (const message of source) {
      messages += 1;
      yield message;
    }
    ending = { error: undefined, wasLeft: false };
  } catch (error) {
    ending = { error, wasLeft: false };
    throw error;
  } finally {
    end({ ...ending, messages });
  }
}
