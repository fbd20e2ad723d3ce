/** Numbers of an enum by names. */
export type EnumNumbers = { readonly [name: string]: number };

/** The facts of an enum at run time, beside its values. */
interface EnumMembers<Values extends EnumNumbers> {
  /** The name of a value, the first where it has several: `DiskType.nameOf(1)` is `"NETWORK_SSD"`. Undefined for a number that has none. */
  nameOf(value: number | undefined): (keyof Values & string) | undefined;
  /** Whether the enum, as this program knows it, has a value of that number. */
  isKnown(value: number | undefined): value is Values[keyof Values];
}

/** The object of an enum, from generated code: its values by their names, and what is asked of them. */
export type EnumType<Values extends EnumNumbers> = Values & EnumMembers<Values>;

/**
 * A value of an enum: one that this program knows, or another number, since an API gains values. So a `switch` needs a
 * `default`, or `isKnown` before it.
 */
export type OpenEnum<Values extends EnumNumbers> = Values[keyof Values] | (number & {});

/** A value of a closed enum, which has no others than those that it names (proto2, and editions that say so). */
export type ClosedEnum<Values extends EnumNumbers> = Values[keyof Values];

/** The object of any enum. */
export interface AnyEnum {
  nameOf(value: number | undefined): string | undefined;
}

const namesInProto = new WeakMap<object, () => EnumNumbers>();

/**
 * The object of an enum, as generated code writes it.
 *
 * @param prefix What the names in the proto have before those here: `DISK_TYPE_`.
 * @param others Names in the proto that differ by more or less than the prefix, by the names here.
 */
export function defineEnum<Values extends EnumNumbers>(
  values: Values,
  prefix: string = "",
  others: { readonly [name: string]: string } = {},
): EnumType<Values> {
  let names: ReadonlyMap<number | undefined, string> | undefined;
  const byNumber = (): ReadonlyMap<number | undefined, string> => (names ??= namesByNumber(values));
  const type = { ...values };
  // Not listed: `Object.entries` gives the values alone.
  Object.defineProperties(type, {
    nameOf: { value: (value: number | undefined) => byNumber().get(value) },
    isKnown: { value: (value: number | undefined) => byNumber().has(value) },
  });
  namesInProto.set(type, () =>
    Object.fromEntries(
      Object.entries(values).map(([name, number]) => [
        Object.hasOwn(others, name) ? others[name] : `${prefix}${name}`,
        number,
      ]),
    ),
  );
  // The two members have just been given to it.
  return type as EnumType<Values>;
}

/** The first name of each number. */
function namesByNumber(values: EnumNumbers): ReadonlyMap<number, string> {
  const entries = Object.entries(values).map(([name, number]): [number, string] => [number, name]);
  return new Map(entries.toReversed());
}

/** The numbers of an enum by the names that the proto has for them, which are those of JSON. */
export function numbersInProto(type: AnyEnum): EnumNumbers {
  const numbers = namesInProto.get(type);
  if (numbers) return numbers();
  throw new TypeError("an enum of a table is what defineEnum made");
}
