/** A reader of values of some format, which a package carries when a schema names the format. */
export interface Reader {
  /** Below the runtime's `values/`, without extension. */
  readonly file: string;
  readonly functions: readonly string[];
  readonly types: readonly string[];
}

const readers: Readonly<Record<string, readonly Reader[]>> = {
  credits: [{ file: "credits", functions: ["parseCredits"], types: ["CreditRange"] }],
  "date-time": [{ file: "offset-date-time", functions: ["parseOffsetDateTime"], types: ["OffsetDateTime"] }],
  "us-date": [
    { file: "calendar-date", functions: [], types: ["CalendarDate"] },
    { file: "us-date", functions: ["parseUsDate"], types: [] },
  ],
};

/** The readers for some formats, in the order of their files. */
export function readersOf(formats: readonly string[]): readonly Reader[] {
  const found = formats.flatMap((format) => (Object.hasOwn(readers, format) ? (readers[format] ?? []) : []));
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** The runtime files that the readers are made of. */
export function readerFiles(formats: readonly string[]): readonly string[] {
  const files = readersOf(formats).map(({ file }) => file);
  const isDated = files.some((file) => file !== "credits");
  return [...new Set([...files, ...(isDated ? ["calendar-date"] : [])])]
    .sort()
    .map((file) => `values/${file}.ts`);
}
