/**
 * Thrown if bytes, JSON or a value are not the message that they should be:
 * by `decode`, `encode` and `create` of a message type, by `fromJson`,
 * `fromJsonText` and `toJson`. So a program tells bad input from its own
 * mistakes. The message names the place, and shows nothing of a secret field.
 */
export class MessageError extends TypeError {
  override readonly name = "MessageError";
}
