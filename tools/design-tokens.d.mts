export function tokenCopies(): ReadonlyMap<string, string>;
