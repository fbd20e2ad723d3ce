import { chooseProxy } from "../../network/transport/connection/proxy-choice.js";
import { besideRoots } from "../../network/transport/connection/secure-socket.js";
import { openTunnel } from "../../network/transport/connection/tunnel.js";
import type { FormPost } from "../auth/form-post.js";

/** How an OpenID provider is reached. */
export interface ProviderAccess {
  /** Certificates in PEM to trust beside Node's own list. Default: none. */
  readonly ca?: string | undefined;
  /** The URL of an HTTP proxy, or `none`. Default: the environment (`https_proxy`, `no_proxy`, ...). */
  readonly proxy?: string | undefined;
}

/** Returns the settings of requests to a provider. */
export function providerRequests({ ca, proxy }: ProviderAccess): Required<Pick<FormPost, "tls" | "connect">> {
  const option = proxy === undefined ? undefined : proxy !== "none" && { url: proxy };
  return {
    tls: besideRoots(ca),
    async connect({ hostname, port, protocol }, signal) {
      // Providers without TLS are on this machine.
      if (protocol !== "https:") return undefined;
      const address = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 443) };
      const chosen = chooseProxy(address, option, process.env);
      return chosen && openTunnel(chosen, address, signal);
    },
  };
}
