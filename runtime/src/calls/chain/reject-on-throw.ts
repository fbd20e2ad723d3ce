/** Starts a step; what it throws is a rejection. */
export function rejectOnThrow<T>(step: () => Promise<T>): Promise<T> {
  try {
    return step();
  } catch (error) {
    return Promise.reject(error);
  }
}
