import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { Names } from "./names.fixture.js";
import type { Line } from "./line.fixture.js";
import { listRequests } from "./requests.fixture.js";

/** Writes lines that create a client and make each of its calls. */
export function* writeServiceLines(desc: DescService, names: Names): Generator<Line> {
  const element = `service ${desc.typeName}`;
  const client = names.find(element);
  if (client === undefined) return;
  yield {
    text: `(session: ConstructorParameters<typeof ${client}>[0]): ${client} => new ${client}(session, { endpoint: { host: "a.example" } })`,
    elements: [element],
  };
  const members = names.members(element);
  for (const method of desc.methods) {
    const own = `rpc ${desc.typeName}.${method.name}`;
    const member = members.find(({ note }) => note.origin?.element === own)?.name;
    if (member === undefined) continue;
    const isPaged = members.some(({ name }) => name === `${member}All`);
    yield* writeMethodLines(method, { client, member, isPaged, elements: [own, element], names });
  }
}

interface Place {
  readonly client: string;
  readonly member: string;
  readonly isPaged: boolean;
  readonly elements: readonly string[];
  readonly names: Names;
}

function* writeMethodLines({ input, output, methodKind }: DescMethod, place: Place): Generator<Line> {
  const { client, member, isPaged, elements, names } = place;
  const sent = names.find(`message ${input.typeName}`);
  // A message of another package, such as `google.protobuf.Empty`, has no name in the SDK.
  const read = names.find(`message ${output.typeName}`) ?? "unknown";
  const parts = [...listRequests(input)];
  if (methodKind === "unary")
    for (const { text, elements: inner } of parts)
      yield {
        // A stream can be awaited as well, but has no `then`.
        text: `async (client: ${client}): Promise<void> => { await client.${member}(${text}).then() }`,
        elements: [...inner, ...elements],
        creates: inner[0],
      };
  // Without a request, so that it compiles whatever a request requires.
  yield { text: `(client: ${client}): unknown => client.${member}`, elements };
  const within = parts.flatMap(({ elements: inner }) => inner.filter((one) => one.startsWith("message ")));
  const affected = [...new Set([...elements, `message ${output.typeName}`, ...within])];
  if (sent === undefined) return;
  const requests = /client|bidi/.test(methodKind) ? "(async function* () { yield request; })()" : "request";
  const call = `client.${member}(${requests})`;
  const start = `async (client: ${client}, request: ${sent}): Promise`;
  yield /server|bidi/.test(methodKind)
    ? {
        text: `${start}<${read} | undefined> => { for await (const one of ${call}) return one; return undefined; }`,
        elements: affected,
      }
    : { text: `${start}<${read}> => await ${call}`, elements: affected };
  if (!isPaged) return;
  const lists = output.fields.filter((field) => field.fieldKind === "list" && field.message);
  const [only] = lists.length === 1 ? lists : [];
  const item = only?.message && names.find(`message ${only.message.typeName}`);
  yield {
    text: `${start}<${item ?? "unknown"} | undefined> => { for await (const one of client.${member}All(request)) return one; return undefined; }`,
    elements: affected,
  };
}
