import type { Endpoint } from "../../../runtime/src/calls/endpoint/endpoint.js";
import { channelCredentials, channelOptions } from "./channel-options.js";
import type { TransportSettings } from "../../../runtime/src/network/transport/transport-settings.js";
import { Channel, type ChannelCredentials } from "@grpc/grpc-js";

/** The channels of one session: one for each address and authority, made when it is first needed. */
export class ChannelPool {
  readonly #settings: TransportSettings;
  readonly #credentials: ChannelCredentials;
  /** By target, then by authority: a key made of both would be hashed anew for every call. */
  readonly #channels = new Map<string, Map<string, Channel>>();

  /** Throws an OptionsError where the settings cannot work. */
  constructor(settings: TransportSettings) {
    this.#settings = settings;
    this.#credentials = channelCredentials(settings);
  }

  /** The channel to an endpoint. */
  channelTo(endpoint: Endpoint): Channel {
    const known = this.#channels.get(endpoint.target)?.get(endpoint.authority);
    if (known) return known;
    const channel = new Channel(endpoint.target, this.#credentials, channelOptions(endpoint, this.#settings));
    const siblings = this.#channels.get(endpoint.target) ?? new Map<string, Channel>();
    this.#channels.set(endpoint.target, siblings.set(endpoint.authority, channel));
    return channel;
  }

  /** Closes a channel that does not connect, so that the next call makes a new one. */
  drop(endpoint: Endpoint, channel: Channel): void {
    const siblings = this.#channels.get(endpoint.target);
    if (siblings?.get(endpoint.authority) === channel) siblings.delete(endpoint.authority);
    channel.close();
  }

  /** Closes all channels. */
  close(): void {
    for (const siblings of this.#channels.values()) {
      for (const channel of siblings.values()) channel.close();
    }
    this.#channels.clear();
  }
}
