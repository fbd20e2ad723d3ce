/** The lines between the markers, or undefined if the page has no such block. */
export function readBlock(text: string, name: string): string | undefined;

/** The page with another block. */
export function writeBlock(text: string, name: string, block: string): string;
