/** Deepest nesting of messages, and of plain JSON in a field: what all decoders of Protocol Buffers read. */
export const maxNesting = 100;
