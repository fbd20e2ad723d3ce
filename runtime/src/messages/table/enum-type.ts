/** The numbers of an enum by name. */
export type EnumNumbers = { readonly [name: string]: number };

/** The functions of an enum beside its values. */
interface EnumMembers<Values extends EnumNumbers> {
  /** Returns the first name of a value: `DiskType.nameOf(1)` is `"NETWORK_SSD"`. Undefined for an unknown number. */
  nameOf(value: number | undefined): (keyof Values & string) | undefined;
  /** Whether a number is a value of the enum that this SDK knows. */
  isKnown(value: number | undefined): value is Values[keyof Values];
}

/** The object of an enum in generated code: its values by name, and its functions. */
export type EnumType<Values extends EnumNumbers> = Values & EnumMembers<Values>;

/** A value of an enum that this SDK knows, or another number, because an API can add values. A `switch` needs a `default`. */
export type OpenEnum<Values extends EnumNumbers> = Values[keyof Values] | (number & {});

/** A value of a closed enum, which has only the values of its definition (proto2, and editions with closed enums). */
export type ClosedEnum<Values extends EnumNumbers> = Values[keyof Values];

/** The object of an enum. */
export interface AnyEnum {
  nameOf(value: number | undefined): string | undefined;
}

const namesInProto = new WeakMap<object, () => EnumNumbers>();

/**
 * Defines the object of an enum.
 *
 * @param prefix the prefix of the names in the proto, such as `DISK_TYPE_`
 * @param others names in the proto that differ by more than the prefix, by the names in TypeScript
 */
export function defineEnum<Values extends EnumNumbers>(
  values: Values,
  prefix: string = "",
  others: { readonly [name: string]: string } = {},
): EnumType<Values> {
  let names: ReadonlyMap<number | undefined, string> | undefined;
  const byNumber = (): ReadonlyMap<number | undefined, string> => (names ??= namesByNumber(values));
  const type = { ...values };
  // Not enumerable, so that `Object.entries` returns only the values.
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
  // Its two functions were just added.
  return type as EnumType<Values>;
}

/** Maps each number to its first name. */
function namesByNumber(values: EnumNumbers): ReadonlyMap<number, string> {
  const entries = Object.entries(values).map(([name, number]): [number, string] => [number, name]);
  return new Map(entries.toReversed());
}

/** Returns the numbers of an enum by their names in the proto, which JSON uses. */
export function numbersInProto(type: AnyEnum): EnumNumbers {
  const numbers = namesInProto.get(type);
  if (numbers) return numbers();
  throw new TypeError("the enum of a table must be made by defineEnum");
}
