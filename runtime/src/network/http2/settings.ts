import { defaultMaxFrameBytes } from "./frame.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The identifiers of settings (RFC 9113, section 6.5.2). */
export const settingIds = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/**
 * The initial flow-control window of streams and connections, and the maximum, in bytes (RFC 9113, sections 6.9.1 and
 * 6.9.2).
 */
export const defaultWindowBytes = 65_535;
export const maxWindowBytes = 2 ** 31 - 1;

/**
 * The maximum size of a list of headers, which the client announces as SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113, section
 * 6.5.2), and the maximum number of headers in it. gRPC's argument is `grpc.max_metadata_size`.
 */
export const headerLimits = { bytes: 64 * 1024, pairs: 2_000 };

/** Entries of one SETTINGS frame. RFC 9113 defines six. */
const maxSettings = 64;

/** The settings of a peer, in the units of RFC 9113, section 6.5.2. */
export interface Http2Settings {
  headerTableSize: number;
  /** SETTINGS_MAX_CONCURRENT_STREAMS; undefined for no limit. */
  maxConcurrentStreams: number | undefined;
  initialWindowSize: number;
  maxFrameSize: number;
  maxHeaderListSize: number | undefined;
}

/** Returns the settings that apply before the first SETTINGS frame. */
export function defaultSettings(): Http2Settings {
  return {
    headerTableSize: 4_096,
    maxConcurrentStreams: undefined,
    initialWindowSize: defaultWindowBytes,
    maxFrameSize: defaultMaxFrameBytes,
    maxHeaderListSize: undefined,
  };
}

/**
 * Applies the entries of a SETTINGS frame in order. Unknown settings are ignored (RFC 9113, section 6.5.2). Returns the
 * smallest SETTINGS_HEADER_TABLE_SIZE before, during and after the frame, which the next field block must state (RFC
 * 7541, section 4.2).
 *
 * @throws A ProtocolError if a value is not allowed.
 */
export function applySettings(settings: Http2Settings, content: Buffer): number {
  if (content.byteLength % 6 !== 0) {
    throw new ProtocolError(
      errorCodes.frameSize,
      `SETTINGS of ${content.byteLength} bytes, which is not a multiple of 6`,
    );
  }
  if (content.byteLength / 6 > maxSettings) {
    throw new ProtocolError(errorCodes.enhanceYourCalm, `SETTINGS of more than ${maxSettings} entries`);
  }
  let minTableBytes = settings.headerTableSize;
  for (let offset = 0; offset < content.byteLength; offset += 6) {
    applySetting(settings, content.readUInt16BE(offset), content.readUInt32BE(offset + 2));
    minTableBytes = Math.min(minTableBytes, settings.headerTableSize);
  }
  return minTableBytes;
}

function applySetting(settings: Http2Settings, id: number, value: number): void {
  if (id === settingIds.headerTableSize) settings.headerTableSize = value;
  else if (id === settingIds.maxConcurrentStreams) settings.maxConcurrentStreams = value;
  else if (id === settingIds.maxHeaderListSize) settings.maxHeaderListSize = value;
  else if (id === settingIds.enablePush) {
    // Only a client can enable pushes (RFC 9113, section 6.5.2).
    if (value !== 0) throw notAllowed("ENABLE_PUSH", value, errorCodes.protocol);
  } else if (id === settingIds.initialWindowSize) {
    if (value > maxWindowBytes) throw notAllowed("INITIAL_WINDOW_SIZE", value, errorCodes.flowControl);
    settings.initialWindowSize = value;
  } else if (id === settingIds.maxFrameSize) {
    if (value < defaultMaxFrameBytes || value >= 2 ** 24)
      throw notAllowed("MAX_FRAME_SIZE", value, errorCodes.protocol);
    settings.maxFrameSize = value;
  }
}

function notAllowed(name: string, value: number, code: number): ProtocolError {
  return new ProtocolError(code, `SETTINGS_${name} of ${value}, which is not allowed`);
}

/** Encodes the payload of a SETTINGS frame. */
export function encodeSettings(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const content = Buffer.alloc(settings.length * 6);
  for (const [at, [id, value]] of settings.entries()) {
    content.writeUInt16BE(id, at * 6);
    content.writeUInt32BE(value, at * 6 + 2);
  }
  return content;
}
