/** A library of messages under test: what the runner asks of it. */
export interface Engine {
  /** Whether the library has the message type. */
  has(typeName: string): boolean;
  /** The message of some bytes. */
  decode(typeName: string, bytes: Uint8Array): unknown;
  /** The bytes of a message. */
  encode(typeName: string, message: unknown): Uint8Array;
  /** The message of a JSON text. */
  parse(typeName: string, text: string, ignoreUnknownFields: boolean): unknown;
  /** The JSON text of a message. */
  print(typeName: string, message: unknown): string;
}
