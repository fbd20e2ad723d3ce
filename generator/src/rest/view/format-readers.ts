/** A reader of values in a format, which a package contains if a schema has the format. */
export interface FormatReader {
  /** Below the runtime's `values/`, without extension. */
  readonly file: string;
  readonly functions: readonly string[];
  readonly types: readonly string[];
}

/** Readers by `format` of JSON Schema. Readers for a single API are in its extension, beside its description. */
const formatReaders: Readonly<Record<string, FormatReader>> = {
  "date-time": { file: "offset-date-time", functions: ["parseOffsetDateTime"], types: ["OffsetDateTime"] },
};

/** Returns the readers of formats. */
export function findFormatReaders(formats: readonly string[]): readonly FormatReader[] {
  return formats.flatMap((format) =>
    Object.hasOwn(formatReaders, format) ? (formatReaders[format] ?? []) : [],
  );
}
