/** Runs a step inside what hooks put around it; it is run once, whatever they do. */
export function within<T>(
  around: { run(work: () => void): void } | undefined,
  step: () => Promise<T>,
): Promise<T> {
  if (!around) return step();
  let result: Promise<T> | undefined;
  const start = (): Promise<T> => (result ??= started(step));
  around.run(() => void start());
  return start();
}

function started<T>(step: () => Promise<T>): Promise<T> {
  try {
    return step();
  } catch (error) {
    return Promise.reject(error);
  }
}
