/** Returns the text of each printed page by its path, as the sources give it. */
export function printReference(): Promise<Readonly<Record<string, string>>>;
