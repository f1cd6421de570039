import type { BasicCredentials } from '../../operation/names.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { bytesToBase64 } from '../../xsd/binary-tables.ts';
import { headerError, setHeaders } from '../headers.ts';
import type { SoapSecurity } from '../options.ts';
import { securityOf } from '../security.ts';
import { createTransport } from '../sender.ts';
import type { PreparedRequest, Transport } from '../transport.ts';

/**
 * Sends a name and a password with each call (RFC 7617), in UTF-8; for the client option
 * `security`.
 *
 * @throws TypeError the name has a colon, which would end it
 */
export function basic({ username, password }: BasicCredentials): SoapSecurity {
  if (username.includes(':')) throw new TypeError('A name of Basic has no colon.');
  const token = bytesToBase64(encodeUtf8(`${username}:${password}`));
  return {
    addHeaders: (headers) => setHeaders(headers, { Authorization: `Basic ${token}` }),
  };
}

/** Returns a token. `refresh` says that the service refused the last one. */
export type TokenSource = (asked: { readonly refresh: boolean }) => string | PromiseLike<string>;

const scheme = 'Bearer ';

/**
 * Sends a token with each call (RFC 6750, section 2.1); for the client option `security`. A
 * function is asked for each call, and once more if the answer is 401: the call is then sent again
 * with that token.
 *
 * @param token The token, or a function that returns it.
 */
export function bearer(token: string | TokenSource): SoapSecurity {
  if (typeof token === 'string') {
    return {
      addHeaders: (headers) => setHeaders(headers, { Authorization: scheme + token }),
    };
  }
  const security: SoapSecurity = {
    async addHeaders(headers) {
      setHeaders(headers, { Authorization: scheme + (await token({ refresh: false })) });
    },
    createTransport: (options) =>
      refreshing(
        createTransport({
          ...options,
          security: securityOf(options).filter((one) => one !== security),
        }),
        token,
      ),
  };
  return security;
}

/** Sends a call that was answered with 401 once more, with a new token. */
function refreshing(transport: Transport, token: TokenSource): Transport {
  return async (request, clock, receiver) => {
    const answer = await transport(request, clock, receiver);
    if (answer.status !== 401 || !isBearer(request)) return answer;
    if (!(answer.body instanceof Uint8Array)) answer.body.cancel();
    let given: string;
    try {
      given = await token({ refresh: true });
    } catch (error) {
      throw headerError(error);
    }
    const headers = { ...request.headers };
    setHeaders(headers, { Authorization: scheme + given });
    return transport({ ...request, headers }, clock, receiver);
  };
}

/** Whether a call has a token. It may have other credentials of its own. */
function isBearer({ headers }: PreparedRequest): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && value.startsWith(scheme),
  );
}

/** A text in PEM, or bytes, or several of these. */
type KeyMaterial = string | Uint8Array | readonly (string | Uint8Array)[];

/** The certificate of a client with its key: in PEM, or both in PKCS #12. */
export type CertificateFiles =
  | {
      readonly key: KeyMaterial;
      readonly cert: KeyMaterial;
      /** Certificates of the authorities to trust, instead of those that Node knows. */
      readonly ca?: KeyMaterial | undefined;
      /** Of the key, if it is encrypted. */
      readonly passphrase?: string | undefined;
    }
  | {
      readonly pfx: KeyMaterial;
      readonly passphrase?: string | undefined;
      /** Certificates of the authorities to trust, instead of those that Node knows. */
      readonly ca?: KeyMaterial | undefined;
    };

/**
 * Shows a certificate to servers that ask for one (TLS); for the client option `security`. On Node;
 * with `fetch` it is an `encode` error.
 */
export function clientCertificate(files: CertificateFiles): SoapSecurity {
  return { addOptions: (options) => void Object.assign(options, files) };
}
