/** A reader of values of some format, which a package carries when a schema names the format. */
export interface Reader {
  /** Below the runtime's `values/`, without extension. */
  readonly file: string;
  readonly functions: readonly string[];
  readonly types: readonly string[];
}

/** Readers by `format` of JSON Schema. Readers for a single API are in its extension, beside its description. */
const readers: Readonly<Record<string, Reader>> = {
  "date-time": { file: "offset-date-time", functions: ["parseOffsetDateTime"], types: ["OffsetDateTime"] },
};

/** The readers for some formats, in the order of the formats. */
export function findReaders(formats: readonly string[]): readonly Reader[] {
  return formats.flatMap((format) => (Object.hasOwn(readers, format) ? (readers[format] ?? []) : []));
}

/** The runtime files that the readers are made of. */
export function readerFiles(formats: readonly string[]): readonly string[] {
  return findReaders(formats).map(({ file }) => `values/${file}.ts`);
}
