/** Reads server-sent events from a response (WHATWG HTML, "Server-sent events"). `EventSource` cannot send a token. */

/** An event: its type and its data. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/** Yields the events of a stream of text. The last one counts only if an empty line ends it. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = "";
  for await (const chunk of chunks) {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = readEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

function readEvent(block: string): ServerEvent | undefined {
  let type = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") type = value;
    if (name === "data") data.push(value);
  }
  return data.length === 0 ? undefined : { type, data: data.join("\n") };
}

/** Yields the text of a body as it arrives. */
export async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
