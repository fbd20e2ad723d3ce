type Reviver = (
  this: unknown,
  name: string,
  value: unknown,
  context?: { readonly source?: string },
) => unknown;

const token = /\s*([[\]{},:]|"(?:[^"\\]|\\.)*"|[\w.+-]+)/y;

/** `JSON.parse` as ECMAScript 2026 has it, of text that is JSON: a reviver is given the source of what is no list and no object. */
export function parseWithSources(text: string, reviver: Reviver = (_, value) => value): unknown {
  token.lastIndex = 0;
  const next = (): string => token.exec(text)?.[1] ?? "";
  const read = (name: string, first = next()): unknown => {
    if (first === "[") {
      const items: unknown[] = [];
      for (let one = next(); one !== "]"; one = next())
        if (one !== ",") items.push(read(`${items.length}`, one));
      return reviver(name, items, {});
    }
    if (first === "{") {
      const entries: [string, unknown][] = [];
      for (let one = next(); one !== "}"; one = next()) {
        if (one === ",") continue;
        const key = String(plain(one));
        next();
        entries.push([key, read(key)]);
      }
      return reviver(name, Object.fromEntries(entries), {});
    }
    return reviver(name, plain(first), { source: first });
  };
  return read("");
}

const { parse } = JSON;

function plain(text: string): unknown {
  return parse(text);
}
