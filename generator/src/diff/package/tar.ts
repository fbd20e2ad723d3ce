import { gunzipSync } from "node:zlib";
import { reasonOf } from "../../text/reason.js";

/** A file in an archive. */
export interface ArchivedFile {
  /** Without `.` in it, and never one that leaves the archive's folder. */
  readonly path: string;
  readonly text: string;
}

/** How an archive is read. */
export interface TarReading {
  /** What the archive is called in errors. */
  readonly label: string;
  /** Says by the path whether a file is read. */
  readonly isWanted: (path: string) => boolean;
  /** How much it may unpack to, in bytes. Default 512 MiB, several times the largest SDK that is known. */
  readonly mostBytes?: number;
}

/** How much an archive may unpack to, in bytes. */
export const mostUnpacked = 512 << 20;

const block = 512;

/**
 * The files of a tar archive (POSIX.1-2001, ustar and pax, and GNU's long names), as npm, git and tar write it,
 * compressed or not. It may come from anyone, so nothing in it is believed that is not checked.
 *
 * @throws Error that names the archive where it is none, is damaged, is larger than the limit, or holds a path that
 *   leaves its folder or a link for a file that is wanted.
 */
export function readTar(bytes: Uint8Array, reading: TarReading): ArchivedFile[] {
  const { label, isWanted } = reading;
  const files: ArchivedFile[] = [];
  let longPath: string | undefined;
  for (const { type, name, content } of entriesOf(unpack(bytes, reading), label)) {
    if (type === "x") longPath = paxPath(content) ?? longPath;
    else if (type === "L") longPath = textAt(content, 0, content.length);
    else if (type !== "g" && type !== "K") {
      const path = pathInside(longPath ?? name, label);
      longPath = undefined;
      if (!isWanted(path)) continue;
      if (type === "0" || type === "\0") files.push({ path, text: content.toString("utf8") });
      else if (type === "1" || type === "2")
        throw new Error(
          `${label} holds ${JSON.stringify(path)} as a link, and links are not followed: unpack it and name its folder`,
        );
    }
  }
  return files;
}

function unpack(bytes: Uint8Array, { label, mostBytes = mostUnpacked }: TarReading): Buffer {
  const tooLarge = new Error(
    `${label} unpacks to more than ${mostBytes / (1 << 20)} MiB, which no SDK does: if it is one, unpack it and name its folder`,
  );
  if (bytes.length > mostBytes) throw tooLarge;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new Error(
      `${label} cannot be unpacked (${reasonOf(error)}): it is damaged, fetch or pack it again`,
      {
        cause: error,
      },
    );
  }
}

/** A header and what belongs to it. */
interface Entry {
  readonly type: string;
  readonly name: string;
  readonly content: Buffer;
}

/** What an archive holds up to its end, a block that is empty. */
function* entriesOf(data: Buffer, label: string): Generator<Entry> {
  for (let at = 0; at < data.length && data[at] !== 0;) {
    const header = data.subarray(at, at + block);
    if (!isHeader(header)) {
      throw new Error(
        at === 0 ? `${label} is no tar archive` : `${label} is cut off or damaged: fetch or pack it again`,
      );
    }
    const size = Number.parseInt(textAt(header, 124, 12).trim() || "0", 8);
    const start = at + block;
    const name = pathAt(header);
    if (!(start + size <= data.length)) {
      throw new Error(
        `${label} is cut off: ${name} is to have ${size} bytes, ${data.length - start} are left; fetch or pack it again`,
      );
    }
    const type = String.fromCharCode(header[156] ?? 0);
    yield { type, name, content: data.subarray(start, start + size) };
    at = start + Math.ceil(size / block) * block;
  }
}

/** Whether the sum that a header carries is that of its bytes, where it stands itself as spaces. */
function isHeader(header: Buffer): boolean {
  if (header.length < block) return false;
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return Number.parseInt(textAt(header, 148, 8).trim(), 8) === sum;
}

function pathAt(header: Buffer): string {
  const prefix = textAt(header, 345, 155);
  const name = textAt(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

function textAt(data: Buffer, at: number, length: number): string {
  const end = data.indexOf(0, at);
  return data.toString("utf8", at, end < 0 ? at + length : Math.min(end, at + length));
}

/** The path of a pax header, whose records are `length key=value` lines; a value may hold line breaks. */
function paxPath(records: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < records.length;) {
    const length = Number.parseInt(textAt(records, at, 20), 10);
    if (!(length > 0)) break;
    const [, key, value] = /^\d+ ([^=]*)=([^]*)\n$/.exec(records.toString("utf8", at, at + length)) ?? [];
    if (key === "path") path = value;
    at += length;
  }
  return path;
}

function pathInside(path: string, label: string): string {
  const steps = path.split("/").filter((step) => step !== "." && step !== "");
  if (path.startsWith("/") || path.includes("\\") || steps.includes(".."))
    throw new Error(`${label} holds ${JSON.stringify(path)}, which leaves its folder: it is not read`);
  return steps.join("/");
}
