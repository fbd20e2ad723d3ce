import type { IncomingResponse } from "./interceptor.js";
import { withMessages } from "./stream-reply.js";

/** How a reply ended. */
export interface ReplyEnd {
  /** The failure of a stream; undefined if it did not. */
  readonly error: unknown;
  /** Whether the reader of a stream left before its end. */
  readonly wasLeft: boolean;
  /** How many messages were read. */
  readonly messages: number;
}

/**
 * The reply, with a word when it is over: at once for one message, at
 * the end for a stream, also when its reader leaves early.
 */
export function followReply(reply: IncomingResponse, end: (ending: ReplyEnd) => void): IncomingResponse {
  if (reply.messages) return withMessages(reply, followMessages(reply.messages, end));
  end(oneMessage);
  return reply;
}

/** The end of what is there as a whole. */
export const oneMessage: ReplyEnd = { error: undefined, wasLeft: false, messages: 1 };

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
