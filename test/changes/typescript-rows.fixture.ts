/** Files of a package by path, or its only module. */
export type Source = string | Readonly<Record<string, string>>;

/** A change of a package, named by what happens. */
export type Row = readonly [name: string, before: Source, after: Source];
