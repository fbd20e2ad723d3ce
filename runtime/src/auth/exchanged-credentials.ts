import type { AccessToken, Credentials, Identity, TokenContext, TypedToken } from "./credentials.js";
import { exchangeByHttp, requireAuthUrl } from "./http-exchange.js";
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
   * Who acts for the account: `serviceAccount.fromFile("key.json")`, `federatedToken.fromFile(path)` or other
   * credentials. What proves their identity goes along as `actor_token`; of those that prove none by themselves, such
   * as `staticToken`, that is their access token. Default: the account acts for itself.
   */
  readonly actor?: Credentials | undefined;
  /** The service where the access token is to be used, for an exchange that asks for an `audience`. Default: not said. */
  readonly audience?: string | undefined;
}

/** The names of {@link ExchangeOptions}. */
export const exchangeOptionNames: readonly (keyof ExchangeOptions)[] = ["authUrl", "actor", "audience"];

/** An account, and what proves that it is the caller's. */
export interface Proof {
  /** As {@link Identity} has it. */
  readonly account: string;
  readonly prove: () => Promise<TypedToken>;
}

/** Credentials that exchange a proof of identity for an access token (conventions, section 8.2). */
export class ExchangedCredentials implements Credentials {
  readonly description: string;
  readonly #load: (context: TokenContext) => Promise<Proof>;
  readonly #authUrl: URL | undefined;
  readonly #actor: Credentials | undefined;
  readonly #audience: string | undefined;

  /**
   * @param load Finds the proof; called at each login.
   * @throws An OptionsError where the options cannot work.
   */
  constructor(
    description: string,
    load: (context: TokenContext) => Promise<Proof>,
    { authUrl, actor, audience }: ExchangeOptions,
  ) {
    this.description = actor ? `${description}, for which ${actor.description} acts` : description;
    this.#load = load;
    this.#authUrl = authUrl === undefined ? undefined : requireAuthUrl(authUrl);
    this.#actor = actor;
    this.#audience = audience;
  }

  async fetchToken(context: TokenContext): Promise<AccessToken> {
    return (await this.identify(context)).login();
  }

  async identify(context: TokenContext): Promise<Identity> {
    const { account, prove } = await this.#load(context);
    const actor = this.#actor && (await actorOf(this.#actor, context));
    const isKnown = !actor || actor.account !== undefined;
    return {
      // In JSON, so that no name runs into the next.
      account: isKnown
        ? JSON.stringify([account, this.#authUrl?.href, this.#audience, actor?.account])
        : undefined,
      prove,
      login: async () => {
        const request = { subject: await prove(), actor: await actor?.prove(), audience: this.#audience };
        return this.#authUrl
          ? exchangeByHttp(this.#authUrl, request, context)
          : context.exchange(request, context.signal);
      },
    };
  }
}

async function actorOf(actor: Credentials, context: TokenContext): Promise<Omit<Identity, "login">> {
  if (actor.identify) return actor.identify(context);
  return {
    account: undefined,
    prove: async () => ({ token: (await actor.fetchToken(context)).token, type: tokenTypes.access_token }),
  };
}
