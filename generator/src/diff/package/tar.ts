import { gunzipSync } from "node:zlib";

/** A file in an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly text: string;
}

const block = 512;

/**
 * The files of a tar archive (POSIX.1-2001, ustar and pax), as npm and git write it, compressed or not. Links
 * and whatever else is no file are left out.
 *
 * @param isWanted Says by the path whether a file is read.
 * @throws Error where the bytes are no archive.
 */
export function readTar(bytes: Uint8Array, isWanted: (path: string) => boolean): ArchivedFile[] {
  const data = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes);
  const files: ArchivedFile[] = [];
  let longPath: string | undefined;
  for (let at = 0; at + block <= data.length && data[at] !== 0;) {
    const size = Number.parseInt(textAt(data, at + 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error("this is no tar archive");
    const start = at + block;
    const type = String.fromCharCode(data[at + 156] ?? 0);
    if (type === "x") longPath = paxPath(data.toString("utf8", start, start + size)) ?? longPath;
    else {
      const path = longPath ?? pathAt(data, at);
      longPath = type === "g" ? longPath : undefined;
      if ((type === "0" || type === "\0") && isWanted(path))
        files.push({ path, text: data.toString("utf8", start, start + size) });
    }
    at = start + Math.ceil(size / block) * block;
  }
  return files;
}

function pathAt(data: Buffer, at: number): string {
  const prefix = textAt(data, at + 345, 155);
  const name = textAt(data, at, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

function textAt(data: Buffer, at: number, length: number): string {
  const end = data.indexOf(0, at);
  return data.toString("utf8", at, end < 0 ? at + length : Math.min(end, at + length));
}

/** The path of a pax header, whose records are `length key=value` lines. */
function paxPath(text: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1];
}
