/** Lines of code of a file. Only in JavaScript and TypeScript does it recognize comments. */
export function countLines(path: string, text: string): number;
