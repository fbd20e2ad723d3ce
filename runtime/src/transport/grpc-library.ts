/**
 * The half of grpc-js that makes calls. Its main module loads a server and all
 * that goes with one too, which is a quarter of the library and more than
 * everything of ours; and a bundler cannot leave out what it requires. So the
 * parts are taken one by one, here and nowhere else: they are no public paths,
 * the version is pinned for that reason, and `grpc-library.spec.ts` shows that
 * they are what the main module gives.
 *
 * @module
 */
import { setup as setUpPickFirst } from "@grpc/grpc-js/build/src/load-balancer-pick-first.js";
import { setup as setUpDnsNames } from "@grpc/grpc-js/build/src/resolver-dns.js";
import { setup as setUpAddresses } from "@grpc/grpc-js/build/src/resolver-ip.js";

export { ChannelImplementation as Channel } from "@grpc/grpc-js/build/src/channel.js";
export { ChannelCredentials } from "@grpc/grpc-js/build/src/channel-credentials.js";
export { ConnectivityState } from "@grpc/grpc-js/build/src/connectivity-state.js";
export { Status } from "@grpc/grpc-js/build/src/constants.js";
export { Metadata as GrpcMetadata } from "@grpc/grpc-js/build/src/metadata.js";
export type { ChannelOptions } from "@grpc/grpc-js";

/**
 * Registers what the main module does, less what no endpoint of ours can name:
 * sockets of the file system, and the ways to balance that only a service config
 * asks for, which channels do not look up. It is a call, not an effect of the
 * import, which a bundler would leave out. Once or often is the same.
 */
export function registerParts(): void {
  setUpDnsNames();
  setUpAddresses();
  setUpPickFirst();
}
