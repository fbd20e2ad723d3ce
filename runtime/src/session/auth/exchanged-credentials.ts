import type { Credentials, Identity, TokenContext, TypedToken } from "./credentials.js";
import { requireAuthUrl } from "./auth-url.js";
import { tokenTypes } from "./token-exchange.js";

/** How a proof of identity is exchanged for an access token. */
export interface ExchangeOptions {
  /**
   * Exchanges by HTTP at `{authUrl}/oauth2/token/exchange`, such as
   * `https://auth.api.example.com`. Default: by gRPC, with the API's own
   * exchange service.
   */
  readonly authUrl?: string | undefined;
  /**
   * The identity that acts for the account: `serviceAccount.fromFile("key.json")`, `federatedToken.fromFile(path)`
   * or other credentials. The client sends the proof of that identity as `actor_token`. Credentials without a
   * proof, such as `staticToken`, send their access token. Default: the account acts for itself.
   */
  readonly actor?: Credentials | undefined;
  /** The service that the access token is for, if the exchange needs an `audience`. Default: none. */
  readonly audience?: string | undefined;
}

/** The names of {@link ExchangeOptions}. */
export const exchangeOptionNames: readonly (keyof ExchangeOptions)[] = ["authUrl", "actor", "audience"];

/** An account, and what proves that it is the caller's. */
interface Proof {
  /** As {@link Identity} has it. */
  readonly account: string | undefined;
  readonly prove: () => Promise<TypedToken>;
}

/**
 * Credentials that exchange a proof of identity for an access token (conventions, section 8.2).
 *
 * @param load Finds the proof; called at each login.
 * @throws An OptionsError if the options cannot work.
 */
export function exchangedCredentials(
  description: string,
  load: (context: TokenContext) => Promise<Proof>,
  options: ExchangeOptions,
): Credentials {
  const { actor: acting, audience } = options;
  const authUrl = options.authUrl === undefined ? undefined : requireAuthUrl(options.authUrl);
  const identify = async (context: TokenContext): Promise<Identity> => {
    const { account, prove } = await load(context);
    const actor = acting && (await identifyActor(acting, context));
    const isKnown = account !== undefined && (!actor || actor.account !== undefined);
    return {
      // In JSON, so that no name runs into the next.
      account: isKnown ? JSON.stringify([account, authUrl?.href, audience, actor?.account]) : undefined,
      prove,
      login: async () => {
        const request = { subject: await prove(), actor: await actor?.prove(), audience };
        return context.exchange(request, context.signal, authUrl);
      },
    };
  };
  return {
    description: acting ? `${description}, for which ${acting.description} acts` : description,
    identify,
    fetchToken: async (context) => (await identify(context)).login(),
  };
}

async function identifyActor(actor: Credentials, context: TokenContext): Promise<Omit<Identity, "login">> {
  if (actor.identify) return actor.identify(context);
  return {
    account: undefined,
    prove: async () => ({ token: (await actor.fetchToken(context)).token, type: tokenTypes.access_token }),
  };
}
