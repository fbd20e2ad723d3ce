import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The parts of `oidc-provider` that tests use. It publishes no types. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, string>>;
  }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (owner: object) => { addOIDCScope(scopes: string): void; save(): Promise<string> };
  on(event: string, listener: (...parts: readonly unknown[]) => void): void;
}

/** How an OpenID provider of a test behaves. */
export interface ProviderOptions {
  /** The lifetime of access tokens, in seconds. Default: 3600. */
  readonly accessTokenSeconds?: number;
  /** The lifetime of device codes, in seconds. Default: 600. */
  readonly deviceCodeSeconds?: number;
}

/** The client of the command line at the provider. */
export const clientId = "acme-cli";

/** The person who logs in. */
export const person = "ann@example.com";

/** An OpenID provider that somebody else wrote, with one native client. */
export class OpenidProvider implements AsyncDisposable {
  readonly issuer: string;
  /** The person's decision about the next logins. */
  decision: "allow" | "deny" = "allow";
  /** The grants of all requests for tokens that succeeded, such as `refresh_token`. */
  readonly grants: string[] = [];
  /** The requests for tokens that failed. */
  readonly failures: string[] = [];
  /** Paths of all requests. */
  readonly paths: string[] = [];
  readonly #close: () => Promise<void>;

  private constructor(issuer: string, close: () => Promise<void>) {
    this.issuer = issuer;
    this.#close = close;
  }

  static async start({
    accessTokenSeconds = 3600,
    deviceCodeSeconds = 600,
  }: ProviderOptions = {}): Promise<OpenidProvider> {
    // Its warnings about settings for development are no part of the output of a test.
    const { info, warn } = console;
    console.info = console.warn = () => undefined;
    const { default: Made } = (await import("oidc-provider" as string)) as {
      readonly default: new (issuer: string, configuration: object) => Provider;
    };
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Made(issuer, configuration(accessTokenSeconds, deviceCodeSeconds));
    console.info = info;
    console.warn = warn;
    const self = new OpenidProvider(issuer, async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    const grantOf = (context: unknown): string =>
      String((context as { oidc?: { params?: Record<string, unknown> } }).oidc?.params?.["grant_type"]);
    provider.on("grant.success", (context) => void self.grants.push(grantOf(context)));
    provider.on("grant.error", (context) => void self.failures.push(grantOf(context)));
    const answer = provider.callback();
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      self.paths.push(request.url ?? "");
      if (!request.url?.startsWith("/interaction/")) return answer(request, response);
      return void decide(provider, self.decision, request, response);
    });
    return self;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

function configuration(accessTokenSeconds: number, deviceCodeSeconds: number): object {
  return {
    clients: [
      {
        client_id: clientId,
        application_type: "native",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
        response_types: ["code"],
        redirect_uris: ["http://127.0.0.1/callback"],
      },
    ],
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: person }),
    }),
    claims: { openid: ["sub", "email"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["test"] },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
    },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      DeviceCode: deviceCodeSeconds,
      IdToken: 3600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Interaction: 600,
      Session: 86_400,
    },
  };
}

/** Decides for the person: who they are, and what the client may do. */
async function decide(
  provider: Provider,
  decision: OpenidProvider["decision"],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt } = await provider.interactionDetails(request, response);
  if (decision === "deny")
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "Ann said no",
    });
  if (prompt.name === "login")
    return provider.interactionFinished(request, response, { login: { accountId: person } });
  const grant = new provider.Grant({ accountId: person, clientId });
  grant.addOIDCScope("openid offline_access");
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** A browser that a person uses: it has cookies, follows redirects and submits the forms of device logins. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  /** Changes the address of a redirect to this machine, as an attacker might. */
  redirect: (url: string) => string = (url) => url;

  /** Opens a page. Returns the text of the last one. */
  async open(url: string, form?: URLSearchParams): Promise<string> {
    let next = url;
    let body = form;
    for (let hops = 0; hops < 20; hops++) {
      const response = await fetch(next, {
        method: body ? "POST" : "GET",
        redirect: "manual",
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(body && { body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.#cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) return this.#submit(next, await response.text());
      next = new URL(location, next).href;
      if (new URL(next).pathname === "/callback") next = this.redirect(next);
      body = undefined;
    }
    throw new Error("the pages redirect forever");
  }

  async #submit(url: string, page: string): Promise<string> {
    const field = (name: string): string | undefined =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1];
    const [action, xsrf] = [/action="([^"]+)"/.exec(page)?.[1], field("xsrf")];
    if (action === undefined || xsrf === undefined) return page;
    const form = new URLSearchParams({ xsrf, user_code: field("user_code") ?? "" });
    // The page that shows the code asks whether it is the one of the device.
    if (page.includes('name="confirm"') || page.includes("confirm")) form.set("confirm", "yes");
    return this.open(new URL(action.replaceAll("&amp;", "&"), url).href, form);
  }
}
