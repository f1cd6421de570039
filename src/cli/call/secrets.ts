import type { ContractSettings } from '../../config/config.ts';
import { type ClientOptions, ntlm } from '../../runtime/index.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { WebAccess } from '../web/access.ts';
import { basicAuthorization } from '../web/authorization.ts';
import type { Trust } from '../web/web-host.ts';
import type { RequestView } from './request-text.ts';

/** Client options that sign in as the user says. */
export function signIn(access: WebAccess): Pick<ClientOptions, 'headers' | 'security' | 'tls'> {
  const { headers, user, certificate, authorities } = access;
  const tls = { ...authorities, ...certificate };
  const basic =
    user === undefined || access.ntlm ? {} : { Authorization: basicAuthorization(user) };
  return {
    headers: { ...basic, ...headers },
    security: user !== undefined && access.ntlm ? ntlm(user) : undefined,
    tls: Object.keys(tls).length > 0 ? tls : undefined,
  };
}

/**
 * A request to be shown: headers as they were typed, with the names of variables in place of their
 * values, and no password, whether it came from `--user` or an address.
 */
export function withoutSecrets(request: RequestView, { typedHeaders }: WebAccess): RequestView {
  const typed = new Map(
    Object.entries(typedHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const own = typed.get(name.toLowerCase());
    if (own !== undefined) return [name, own];
    return [name, /^authorization$/i.test(name) ? value.replace(/\s.*$/s, ' ***') : value];
  });
  return { ...request, headers: Object.fromEntries(headers) };
}

/** Which servers see how the user signs in: that of the service, and no other. */
export interface SecretScope {
  /** For the documents of the contract. */
  readonly trusts: (settings: ContractSettings) => (url: URL) => Trust;
  /** @throws {CliError} the call would go to another server than the contract's, which saw it */
  readonly check: (url: string) => void;
}

/**
 * Creates a scope. Without an address on the command line or in the configuration, the service is
 * only known from its contract. If the contract's server does not give that freely, it is taken for
 * the server of the service.
 *
 * @param address Value of `--url`.
 */
export function createSecretScope(address: string | undefined): SecretScope {
  const guessed = new Set<string>();
  return {
    trusts: ({ baseUrl }) => {
      const known = address ?? baseUrl;
      const service =
        known !== undefined && URL.canParse(known) ? new URL(known).origin : undefined;
      return ({ origin }) => {
        if (service !== undefined) return origin === service;
        return { whenAsked: () => guessed.add(origin) };
      };
    },
    check(url) {
      const { origin } = new URL(url);
      const [other] = [...guessed].filter((one) => one !== origin);
      if (other === undefined) return;
      throw new CliError(
        `${other}, where the contract is, asks who you are, and the service is at ${origin}`,
        'What you gave is for one of them. Download the contract first, with asmx-gen init.',
      );
    },
  };
}
