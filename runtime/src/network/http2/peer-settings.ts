import { usualFrameBytes } from "./frame.js";
import { errorCodes, WireError } from "./wire-error.js";

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
export const usualWindow = 65_535;
export const largestWindow = 2 ** 31 - 1;

/** Largest list of headers that is accepted, in bytes as RFC 9113 section 6.5.2 counts, and most headers in it. */
export const headerLimits = { bytes: 64 * 1024, pairs: 2_000 };

/** Settings that one SETTINGS frame may hold: there are six that mean something. */
const mostSettings = 64;

/** The settings of a server. */
export interface PeerSettings {
  headerTableSize: number;
  /** Undefined for as many as there are. */
  maxConcurrentStreams: number | undefined;
  initialWindowSize: number;
  maxFrameSize: number;
  maxHeaderListSize: number | undefined;
}

/** The settings of a server that has said nothing. */
export function usualSettings(): PeerSettings {
  return {
    headerTableSize: 4_096,
    maxConcurrentStreams: undefined,
    initialWindowSize: usualWindow,
    maxFrameSize: usualFrameBytes,
    maxHeaderListSize: undefined,
  };
}

/**
 * Applies a SETTINGS frame, in its order. Settings that are not known are left out (RFC 9113, section 6.5.2).
 *
 * @throws A WireError if a value is not allowed.
 */
export function applySettings(settings: PeerSettings, content: Buffer): void {
  if (content.byteLength % 6 !== 0) {
    throw new WireError(
      errorCodes.frameSize,
      `SETTINGS of ${content.byteLength} bytes, which 6 do not divide`,
    );
  }
  if (content.byteLength / 6 > mostSettings) {
    throw new WireError(errorCodes.enhanceYourCalm, `SETTINGS of more than ${mostSettings} entries`);
  }
  for (let place = 0; place < content.byteLength; place += 6) {
    applySetting(settings, content.readUInt16BE(place), content.readUInt32BE(place + 2));
  }
}

function applySetting(settings: PeerSettings, id: number, value: number): void {
  if (id === settingIds.headerTableSize) settings.headerTableSize = value;
  else if (id === settingIds.maxConcurrentStreams) settings.maxConcurrentStreams = value;
  else if (id === settingIds.maxHeaderListSize) settings.maxHeaderListSize = value;
  else if (id === settingIds.enablePush) {
    // A server has nobody to push to it.
    if (value !== 0) throw refused("ENABLE_PUSH", value, errorCodes.protocol);
  } else if (id === settingIds.initialWindowSize) {
    if (value > largestWindow) throw refused("INITIAL_WINDOW_SIZE", value, errorCodes.flowControl);
    settings.initialWindowSize = value;
  } else if (id === settingIds.maxFrameSize) {
    if (value < usualFrameBytes || value >= 2 ** 24)
      throw refused("MAX_FRAME_SIZE", value, errorCodes.protocol);
    settings.maxFrameSize = value;
  }
}

function refused(name: string, value: number, code: number): WireError {
  return new WireError(code, `SETTINGS_${name} of ${value}, which is not allowed`);
}

/** A SETTINGS frame's content. */
export function settingsContent(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const content = Buffer.alloc(settings.length * 6);
  for (const [at, [id, value]] of settings.entries()) {
    content.writeUInt16BE(id, at * 6);
    content.writeUInt32BE(value, at * 6 + 2);
  }
  return content;
}
