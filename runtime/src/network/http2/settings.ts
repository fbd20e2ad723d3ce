import { defaultMaxFrameBytes } from "./frame.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The settings that one side names (RFC 9113, section 6.5.2). */
export const settingIds = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/** The window of every stream and connection at its start (RFC 9113, section 6.9.2), and the largest that there is. */
export const defaultWindowBytes = 65_535;
export const maxWindowBytes = 2 ** 31 - 1;

/** Largest list of headers that is accepted, in bytes as RFC 9113 section 6.5.2 counts, and most headers in it. */
export const headerLimits = { bytes: 64 * 1024, pairs: 2_000 };

/** Settings that one SETTINGS frame may hold: there are six that mean something. */
const maxSettings = 64;

/** The settings of a server. */
export interface Http2Settings {
  headerTableSize: number;
  /** Undefined for as many as there are. */
  maxConcurrentStreams: number | undefined;
  initialWindowSize: number;
  maxFrameSize: number;
  maxHeaderListSize: number | undefined;
}

/** The settings of a server that has said nothing. */
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
 * Applies a SETTINGS frame, in its order. Settings that are not known are left out (RFC 9113, section 6.5.2).
 *
 * @throws A WireError if a value is not allowed.
 */
export function applySettings(settings: Http2Settings, content: Buffer): void {
  if (content.byteLength % 6 !== 0) {
    throw new ProtocolError(
      errorCodes.frameSize,
      `SETTINGS of ${content.byteLength} bytes, which 6 do not divide`,
    );
  }
  if (content.byteLength / 6 > maxSettings) {
    throw new ProtocolError(errorCodes.enhanceYourCalm, `SETTINGS of more than ${maxSettings} entries`);
  }
  for (let offset = 0; offset < content.byteLength; offset += 6) {
    applySetting(settings, content.readUInt16BE(offset), content.readUInt32BE(offset + 2));
  }
}

function applySetting(settings: Http2Settings, id: number, value: number): void {
  if (id === settingIds.headerTableSize) settings.headerTableSize = value;
  else if (id === settingIds.maxConcurrentStreams) settings.maxConcurrentStreams = value;
  else if (id === settingIds.maxHeaderListSize) settings.maxHeaderListSize = value;
  else if (id === settingIds.enablePush) {
    // A server has nobody to push to it.
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

/** A SETTINGS frame's content. */
export function encodeSettings(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const content = Buffer.alloc(settings.length * 6);
  for (const [at, [id, value]] of settings.entries()) {
    content.writeUInt16BE(id, at * 6);
    content.writeUInt32BE(value, at * 6 + 2);
  }
  return content;
}
