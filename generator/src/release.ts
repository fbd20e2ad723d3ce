import { readFileSync } from "node:fs";

/** What the generator's own package.json says. */
export interface Release {
  readonly version: string;
  /** Exact version of the wire runtime under the codecs. */
  readonly protobufVersion: string;
}

/** Reads the generator's own package.json. */
export function readRelease(): Release {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version, dependencies } = JSON.parse(text) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return { version, protobufVersion: dependencies["@bufbuild/protobuf"] ?? "*" };
}
