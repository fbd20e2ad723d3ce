import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HeaderDecoder } from "../../runtime/src/network/http2/hpack/header-decoder.js";
import { HeaderEncoder } from "../../runtime/src/network/http2/hpack/header-encoder.js";

/**
 * The stories of http2jp/hpack-test-case: headers of real traffic, in blocks that nine other implementations wrote.
 * `STRATUS_HPACK_STORIES` is the folder of a clone.
 */
const clone = process.env["STRATUS_HPACK_STORIES"];

/** One block of a story. */
interface StoryCase {
  /** The block in hexadecimal digits; the raw stories have none. */
  readonly wire?: string;
  readonly header_table_size?: number;
  readonly headers: readonly Readonly<Record<string, string>>[];
}

const folders = clone === undefined ? [] : readdirSync(clone, { withFileTypes: true });
const writers = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
const storiesOf = (writer: string): string[] =>
  readdirSync(join(clone ?? "", writer)).filter((name) => /^story_\d+\.json$/.test(name));

describe.skipIf(clone === undefined)("stories of headers", () => {
  it.each(writers.filter((writer) => storiesOf(writer).length > 0))(
    "by %s are read, and written so that they can be read",
    (writer) => {
      for (const name of storiesOf(writer)) {
        const story = JSON.parse(readFileSync(join(clone ?? "", writer, name), "utf8")) as {
          readonly cases: readonly StoryCase[];
        };
        readStory(story.cases, `${writer}/${name}`);
      }
    },
  );
});

function readStory(cases: readonly StoryCase[], name: string): void {
  const [theirs, ours, encoder] = [new HeaderDecoder(), new HeaderDecoder(), new HeaderEncoder()];
  for (const { wire, headers, header_table_size: tableBytes } of cases) {
    const want = headers.flatMap((header) => Object.entries(header));
    if (wire !== undefined) expect(theirs.decode(Buffer.from(wire, "hex")), name).toEqual(want);
    if (tableBytes !== undefined) encoder.resize(tableBytes);
    expect(ours.decode(Buffer.from(encoder.encode(want))), name).toEqual(want);
  }
}
