/** Runs a step and turns an exception into a rejection. */
export function rejectOnThrow<T>(step: () => Promise<T>): Promise<T> {
  try {
    return step();
  } catch (error) {
    return Promise.reject(error);
  }
}
