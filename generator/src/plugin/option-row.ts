/** One option of the plugin. No other place says which values it takes, what it does, and what becomes of it. */
export interface OptionRow {
  /** A description of the values that follows "is not". */
  readonly values: string;
  readonly pattern: RegExp;
  /** All values, where they can be listed. */
  readonly choices?: readonly string[];
  /** Descriptions of particular mistakes, each of which follows the value. */
  readonly faults?: readonly (readonly [pattern: RegExp, what: string])[];
  /** The value if the option is not given; undefined for none. */
  readonly default?: string;
  readonly example: string;
  /** A description of the effect, in one line. */
  readonly help: string;
  /** Only clients, sessions and servers use it: it is refused if there are messages alone. */
  readonly isOfClients?: true;
  /** The value after which there are messages alone. */
  readonly messagesAloneIf?: string;
  /** Its value is a list of names, with + between. */
  readonly isNames?: true;
  /** Its value is a list of paths, which may be those of one machine. */
  readonly isPaths?: true;
  /** The output does not say its value: it changes no byte, or names a file that only its writer has. */
  readonly isUnrecorded?: true;
  /** The properties of `Options` that it makes. */
  read(given: GivenOption): object;
}

/** An option in one run. */
export interface GivenOption {
  /** Its value, or its default; empty if there is neither. */
  readonly value: string;
  readonly isGiven: boolean;
  /** The value is the default, in whatever case: it means nothing in names of headers (RFC 9110, section 5.1). */
  readonly isDefault: boolean;
}

/** The properties that the options of a table make. */
export type OptionsOf<Rows extends Readonly<Record<string, OptionRow>>> = Flat<
  Both<ReturnType<Rows[keyof Rows]["read"]>>
>;

/** All of several types at once. */
type Both<Types> = (Types extends unknown ? (one: Types) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Flat<Type> = { readonly [Name in keyof Type]: Type[Name] };

/** The value of an option that may have none. */
export function textOrNothing(value: string): string | undefined {
  return value === "" ? undefined : value;
}

/** The parts of a value with + between. */
export function partsOf(value: string): readonly string[] {
  return value.split("+").filter((one) => one !== "");
}
