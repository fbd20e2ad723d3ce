/** Returns the sentences of a page: its paragraphs, items and cells, without titles and blocks of code. */
export function sentencesOfPage(text: string): string[];

/** Returns the sentences in a run of prose. Code in it counts as one word. */
export function sentencesIn(prose: string): string[];
