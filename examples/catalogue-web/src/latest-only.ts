/** A short rest between keys, so that not every one is a request. */
const restMs = 120;

/** Runs one piece of work at a time: a new one aborts the one before. */
export class LatestOnly {
  #current = new AbortController();

  /** Runs the work after a short rest. What fails is told, unless something newer has taken its place. */
  async run(
    work: (signal: AbortSignal) => Promise<void> | void,
    onError: (error: unknown) => void,
  ): Promise<void> {
    this.#current.abort();
    const { signal } = (this.#current = new AbortController());
    try {
      await new Promise((resolve) => setTimeout(resolve, restMs));
      if (!signal.aborted) await work(signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  }
}
