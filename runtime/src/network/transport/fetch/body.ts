import type { StatusError } from "../../../calls/error/status-error.js";
import { tooLongToReceive } from "../message-bytes.js";
import type { BodyReader, FetchAnswer } from "./fetch-function.js";
import type { ActiveFetch } from "./active-fetch.js";

/** Reads the body of a response, no longer than its call lasts. */
export class AnswerBody {
  readonly #live: ActiveFetch;
  readonly #reader: BodyReader | undefined;

  constructor({ body }: Pick<FetchAnswer, "body">, live: ActiveFetch) {
    this.#live = live;
    this.#reader = body?.getReader();
  }

  /** Returns the next chunk; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    if (!this.#reader) return undefined;
    const { done, value } = await this.#live.step(this.#reader.read());
    return done ? undefined : value;
  }

  /**
   * Returns the whole body.
   *
   * @throws A StatusError if it exceeds the limit.
   */
  async readAll(maxBytes: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let part = await this.read(); part; part = await this.read()) {
      parts.push(part);
      length += part.byteLength;
      if (length > maxBytes) throw this.#refuse(tooLongToReceive(undefined, maxBytes));
    }
    return joined(parts, length);
  }

  #refuse(error: StatusError): StatusError {
    this.#live.cancel(error);
    return error;
  }
}

/** Concatenates chunks. */
export function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const whole = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.byteLength;
  }
  return whole;
}
