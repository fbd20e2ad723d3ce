import type { GuideJson } from "@stratus/runtime/guide";
import { UsageError } from "@stratus/dynamic-client";
import type { Document, DocumentOptions, LineCounter, ParseOptions, SchemaOptions } from "yaml";

/** The maximum size of a document, in bytes. */
const maxBytes = 10_000_000;

/** The maximum number of YAML aliases, each of which may expand to the rest of the document. */
const maxAliases = 10;

/**
 * Parses YAML 1.2 (core schema) or JSON. Tags are refused. Integers beyond the safe range become strings, as in proto3 JSON.
 *
 * @param place The source of the document, for error messages.
 * @throws A UsageError that names the line and column.
 */
export async function readDocument(bytes: Uint8Array, place: string): Promise<GuideJson> {
  const text = readText(bytes, place);
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  return toPlain(parseDocument(text, { ...options, lineCounter: lines }), { text, place, lines });
}

/** Parses a file with several YAML documents, which `---` separates. Empty ones are left out. */
export async function readDocuments(bytes: Uint8Array, place: string): Promise<readonly GuideJson[]> {
  const text = readText(bytes, place);
  const { LineCounter, parseAllDocuments } = await import("yaml");
  const lines = new LineCounter();
  const all = [...parseAllDocuments(text, { ...options, lineCounter: lines })];
  const values = await Promise.all(all.map((document) => toPlain(document, { text, place, lines })));
  return values.filter((value) => value !== null);
}

const options: ParseOptions & DocumentOptions & SchemaOptions = {
  version: "1.2",
  schema: "core",
  intAsBigInt: true,
  customTags: [],
  resolveKnownTags: false,
  uniqueKeys: true,
  stringKeys: true,
  prettyErrors: false,
};

function readText(bytes: Uint8Array, place: string): string {
  if (bytes.length > maxBytes)
    throw new UsageError(
      "FILE_INVALID",
      `${place} is too large: ${bytes.length} bytes, at most ${maxBytes} are allowed`,
    );
  // PowerShell writes UTF-16.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError("FILE_INVALID", `${place} is not text in UTF-8; save it in this encoding`);
  }
}

/** The source of a document. */
interface Source {
  readonly text: string;
  readonly place: string;
  readonly lines: LineCounter;
}

async function toPlain(document: Document.Parsed, { text, place, lines }: Source): Promise<GuideJson> {
  const { visit } = await import("yaml");
  const [fault] = [...document.errors, ...document.warnings];
  if (fault?.code === "MULTIPLE_DOCS")
    throw new UsageError(
      "FILE_INVALID",
      `${place} has several documents, and this command takes one; apply -f takes several resources`,
    );
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new UsageError("FILE_INVALID", `${place}: ${fault.message} at line ${line}, column ${col}`);
  }
  visit(document, {
    Node(_, { tag, range }) {
      if (tag === undefined) return;
      const line = text.slice(0, range?.[0]).split("\n").length;
      throw new UsageError(
        "FILE_INVALID",
        `${place}: line ${line} has a YAML tag, which is not supported; remove the tag`,
      );
    },
  });
  try {
    // The library counts the anchor as well.
    return plain(document.toJS({ maxAliasCount: maxAliases + 1 }));
  } catch (error) {
    throw new UsageError(
      "FILE_INVALID",
      `${place}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function plain(value: unknown): GuideJson {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== "object" || value === null) return (value ?? null) as GuideJson;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
