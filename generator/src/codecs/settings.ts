/**
 * The codec generator's options. Together they say: messages as plain
 * interfaces with codecs and nothing else, no loss of precision or of unknown
 * data, and one property for each oneof.
 */
const settings: Readonly<Record<string, string>> = {
  // 64-bit integers keep all their bits; timestamps and durations keep their nanoseconds.
  forceLong: "bigint",
  useDate: "false",
  oneof: "unions-value",
  // What the receiver does not know is kept and sent back: a full-replace Update must not lose it.
  unknownFields: "true",
  unrecognizedEnum: "false",
  enumsAsLiterals: "true",
  // A decoded message has no property for what was not sent: `console.log` and `toEqual` show what matters.
  initializeFieldsAsUndefined: "false",
  // Bytes are Uint8Array everywhere, also in Node.
  env: "both",
  // Comments are written as in all other files, by us: ts-proto formats those of oneofs one by one.
  comments: "false",
  outputServices: "none",
  outputJsonMethods: "false",
  outputPartialMethods: "false",
  useExactTypes: "false",
  exportCommonSymbols: "false",
  annotateFilesWithVersion: "false",
};

/** Types without codecs: nothing comes over the wire, so nothing unknown does. */
const typesAlone: Readonly<Record<string, string>> = { onlyTypes: "true", unknownFields: "false" };

/**
 * The options as the text that protoc would hand to the codec generator.
 *
 * @param hasCodecs False for types alone.
 */
export function codecParameter(importExtension: string, hasCodecs = true): string {
  return Object.entries({ ...settings, ...(hasCodecs ? {} : typesAlone), importSuffix: importExtension })
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}
