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

/** The flags of frames (RFC 9113, section 6). */
export const flags = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** The length of a frame header in bytes (RFC 9113, section 4.1). */
export const frameHeaderBytes = 9;

/**
 * The default of SETTINGS_MAX_FRAME_SIZE, in bytes without the frame header (RFC 9113, section 4.2): gRPC's
 * `grpc.http2.max_frame_size`.
 */
export const defaultMaxFrameBytes = 16_384;

/** The header of a frame (RFC 9113, section 4.1). */
export interface FrameHeader {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  /** The length of the payload in bytes. */
  readonly length: number;
}
