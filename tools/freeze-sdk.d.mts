export const frozenFolder: string;
export function frozenVersions(): string[];
export function frozenCommit(version: string): string;
export function freezeSdk(folder: string, commit: string): void;
