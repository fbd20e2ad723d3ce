/** The order of two values by `<`, for `sort`: that of texts depends on no locale. */
export function compare<T>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}
