/** The line that the emulator writes for a call. */
import type { ReceivedCall } from "./received-call.js";
import { type RecordedCall, showCall } from "./call-log.js";

/** The calls that are written: those that fail, all, or all with their headers and requests. */
export type LogLevel = "error" | "info" | "debug";

/** The levels, the least detailed first. */
export const logLevels: readonly LogLevel[] = ["error", "info", "debug"];

/** How calls are written. */
export interface LogOptions {
  /** `error`: calls that fail; `info`, the default: all calls; `debug`: all calls with headers and requests, without secrets. */
  readonly level?: LogLevel | undefined;
  /** Lines for people, the default, or JSON objects. */
  readonly format?: "text" | "json" | undefined;
  /** Receives each line, without a line break. `console.error` by default. */
  readonly write?: ((line: string) => void) | undefined;
}

/** Returns a listener that writes a line for each call that ends. */
export function callLogger(options: LogOptions): (call: RecordedCall) => void {
  const { level = "info", format = "text", write = console.error } = options;
  return (call) => {
    if (level === "error" && call.code === "OK") return;
    const shown =
      level === "debug" ? showCall(call) : { ...showCall({ ...call, message: undefined }), metadata: {} };
    write(format === "json" ? formatJson(shown, level) : formatText(shown));
  };
}

/** The longest error message in a line, in characters. A refused value can be in it. */
const maxErrorLength = 500;

function formatText(call: ReceivedCall): string {
  const { time, method, resource, mask, fault, isReplay, isDefault, code = "", durationMs = 0, error } = call;
  const words = [
    time.toISOString().slice(11, 23),
    code.padEnd(2),
    `${durationMs.toFixed(1)} ms`.padStart(9),
    method,
    resource,
    mask === undefined ? "" : `mask=${mask === "" ? '""' : mask}`,
    isReplay ? "(repeated idempotency key)" : "",
    isDefault ? "(default values)" : "",
    fault === undefined ? "" : `(fault: ${fault})`,
    error === "" ? "" : `- ${shorten(error)}`,
    Object.keys(call.metadata).length === 0 ? "" : `headers=${JSON.stringify(call.metadata)}`,
    call.message === undefined ? "" : `request=${JSON.stringify(call.message)}`,
  ];
  return printable(words.filter((word) => word !== "").join("  "));
}

function formatJson(call: ReceivedCall, level: LogLevel): string {
  const { metadata, message, error, durationMs = 0, ...rest } = call;
  const shown = { ...rest, durationMs: Number(durationMs.toFixed(3)), error: shorten(error) };
  return JSON.stringify(level === "debug" ? { ...shown, metadata, message } : shown);
}

function shorten(text: string): string {
  return text.length > maxErrorLength ? `${text.slice(0, maxErrorLength)}...` : text;
}

/** Escapes what would move the cursor of a terminal or begin a line: a client chooses paths, headers and identifiers. */
function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
