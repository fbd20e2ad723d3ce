import type { Endpoint } from "../endpoint/endpoint.js";
import { channelCredentials, channelOptions } from "./channel-options.js";
import type { ChannelSettings } from "./channel-settings.js";
import { Channel, registerParts, type ChannelCredentials } from "./grpc-library.js";

/** The channels of one session: one for each address and authority, made when it is first needed. */
export class ChannelPool {
  readonly #settings: ChannelSettings;
  readonly #credentials: ChannelCredentials;
  readonly #channels = new Map<string, Channel>();

  /** Throws an OptionsError where the settings cannot work. */
  constructor(settings: ChannelSettings) {
    registerParts();
    this.#settings = settings;
    this.#credentials = channelCredentials(settings);
  }

  /** The channel to an endpoint. */
  channelTo(endpoint: Endpoint): Channel {
    const key = keyOf(endpoint);
    const known = this.#channels.get(key);
    if (known) return known;
    const channel = new Channel(endpoint.target, this.#credentials, channelOptions(endpoint, this.#settings));
    this.#channels.set(key, channel);
    return channel;
  }

  /** Closes a channel that does not connect, so that the next call makes a new one. */
  drop(endpoint: Endpoint, channel: Channel): void {
    if (this.#channels.get(keyOf(endpoint)) === channel) this.#channels.delete(keyOf(endpoint));
    channel.close();
  }

  /** Closes all channels. */
  close(): void {
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }
}

function keyOf({ target, authority }: Endpoint): string {
  return `${target} ${authority}`;
}
