/** The types of frames (RFC 9113, section 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** The flags of frames. */
export const flags = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** Bytes of the head of each frame (RFC 9113, section 4.1). */
export const frameHeaderBytes = 9;

/** The largest frame that either side takes without a word, in bytes without its head (RFC 9113, section 4.2). */
export const defaultMaxFrameBytes = 16_384;

/** The head of a frame. */
export interface FrameHeader {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  /** Bytes without the head. */
  readonly length: number;
}
