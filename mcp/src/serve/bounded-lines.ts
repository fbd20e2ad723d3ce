import { Transform, type TransformCallback } from "node:stream";

/** The maximum length of a message on a stream, in bytes. The transport ends at 10 MB. */
const maxLineBytes = 8 * 1024 * 1024;

/** Bytes at each end of a message that may contain its id. */
const idBytes = 200;

const newline = 0x0a;

/**
 * Passes lines on and drops those that are too long, for which `refuse` is called with the id of the request, or null if the
 * line shows none.
 */
export class BoundedLines extends Transform {
  readonly #refuse: (id: number | string | null) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(refuse: (id: number | string | null) => void) {
    super();
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      this.#add(rest.subarray(0, end + 1));
      rest = rest.subarray(end + 1);
      this.#endLine();
    }
    this.#add(rest);
    done();
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    this.#parts.push(part);
    // Of a line that is too long, both ends are kept.
    if (this.#bytes > maxLineBytes && this.#parts.length > 1) {
      const all = Buffer.concat(this.#parts);
      this.#parts = [
        Buffer.concat([all.subarray(0, idBytes), all.subarray(Math.max(idBytes, all.length - idBytes))]),
      ];
    }
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts);
    if (this.#bytes <= maxLineBytes) this.push(line);
    else this.#refuse(findId(line));
    [this.#parts, this.#bytes] = [[], 0];
  }
}

/** Finds the id of a JSON-RPC request at the start or at the end of its line. */
function findId(line: Buffer): number | string | null {
  const start = line.subarray(0, idBytes).toString();
  const end = line.subarray(-idBytes).toString();
  const id = String.raw`"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")`;
  const [, text] =
    new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?${id}`).exec(start) ??
    new RegExp(`${id}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`).exec(end) ??
    [];
  return text === undefined ? null : (JSON.parse(text) as number | string);
}
