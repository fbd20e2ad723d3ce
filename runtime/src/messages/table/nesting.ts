/** Maximum nesting of messages, and of plain JSON in a field. Decoders of Protocol Buffers have this limit. */
export const maxNesting = 100;
