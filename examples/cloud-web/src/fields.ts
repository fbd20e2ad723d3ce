/** A field of a form, which is a value of a resource as text. */
export interface Field<Resource> {
  readonly name: string;
  readonly label: string;
  /** An example of a value, for people. */
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** Only numbers. */
  readonly isNumber?: boolean;
  /** It is fixed once the resource is there. */
  readonly isFixed?: boolean;
  /** The texts that may be chosen. */
  readonly choices?: readonly string[];
  readonly read: (resource: Resource) => string;
  readonly write: (resource: Resource, text: string) => void;
}

/** Texts of a form by the names of its fields. */
export type Texts = ReadonlyMap<string, string>;

const gibibyte = 1024n ** 3n;

/** Bytes as whole gibibytes. */
export const gibibytes = {
  read: (bytes: bigint): string => String(bytes / gibibyte),
  write: (text: string): bigint => BigInt(text || "0") * gibibyte,
};

/** Labels as `env=production, tier=front`. */
export const labels = {
  read: (all: Readonly<Record<string, string>>): string =>
    Object.entries(all)
      .map(([key, value]) => `${key}=${value}`)
      .join(", "),
  write: (text: string): Record<string, string> =>
    Object.fromEntries(
      words.write(text).map((word) => {
        const [key = "", ...rest] = word.split("=");
        return [key.trim(), rest.join("=").trim()];
      }),
    ),
};

/** Words between commas. */
export const words = {
  read: (all: readonly string[]): string => all.join(", "),
  write: (text: string): string[] =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
};
