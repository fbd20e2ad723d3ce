/** The most results that a search gives. */
const mostResults = 100;

/** A field in which a search looks, and what a match there is worth. */
export interface SearchField<T> {
  readonly text: (record: T) => string;
  readonly weight: number;
}

/** A record with the relevance of its match; higher is nearer. */
export type Scored<T> = T & { readonly score: number };

/**
 * Finds the records in which every word of a keyword occurs, case and accents
 * aside, the best match first. A whole word counts double, and a word is worth
 * more the fewer records have it.
 */
export function search<T extends object>(
  records: readonly T[],
  fields: readonly SearchField<T>[],
  keyword: string,
): readonly Scored<T>[] {
  const words = [...new Set(splitWords(keyword))];
  if (words.length === 0) return [];
  const texts = records.map((record) => fields.map(({ text }) => splitWords(text(record))));
  const worth = words.map((word) => {
    const count = texts.filter((text) => text.some((list) => list.some((one) => one.includes(word)))).length;
    return count === 0 ? 0 : 1 + Math.log(records.length / count);
  });
  return records
    .map((record, index) => ({ record, score: computeScore(texts[index] ?? [], fields, words, worth) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostResults)
    .map(({ record, score }) => ({ ...record, score: Math.round(score * 100) / 100 }));
}

/** 0 where a word is missing. */
function computeScore<T>(
  texts: readonly (readonly string[])[],
  fields: readonly SearchField<T>[],
  words: readonly string[],
  worth: readonly number[],
): number {
  const scores = words.map((word, index) => {
    const hits = fields.map(({ weight }, field) => {
      const list = texts[field] ?? [];
      return weight * (list.includes(word) ? 2 : list.some((one) => one.includes(word)) ? 1 : 0);
    });
    return Math.max(...hits) * (worth[index] ?? 0);
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function splitWords(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
