import { placeOf } from '../../server/front/header-fields.ts';
import { signedBy, signsAnswers } from '../../server/front/security.ts';
import type { SecurityFaultCode, SecurityRefusal } from '../../server/front/security-refusal.ts';
import { challengeHeaders } from '../../server/guard.ts';
import { type Answer, type Outgoing, wholeAnswer } from '../../server/incoming.ts';
import type { ServerOptions } from '../../server/options.ts';
import { UnknownHeaders } from '../../server/unknown-headers.ts';
import {
  dsigNamespace,
  isSecurityHeader,
  timestampText,
  wsseNamespace,
  wsuNamespace,
} from '../../wss/names.ts';
import type { XmlElement } from '../../xml/element.ts';
import { XmlReader } from '../../xml/reader.ts';
import { enterHeader, enterRoot } from '../envelope.ts';
import { readHeaders } from '../headers.ts';
import { faultAnswer } from './faults.ts';
import { RequestEntries } from './header-entries.ts';
import type { OpenedRequest, SoapMessage } from './message.ts';
import type { SoapReply } from './protocol.ts';

/** The texts of the standard, which are the same for every reason. */
const texts: Readonly<Record<SecurityFaultCode, string>> = {
  FailedAuthentication: 'The security token could not be authenticated or authorized.',
  FailedCheck: 'The signature or decryption was invalid.',
  InvalidSecurity: 'An error was discovered processing the <wsse:Security> header.',
  MessageExpired: 'The message has expired.',
};

/** Headers `wsse:Security` for this server, one that the contract declares, too. */
export function securityHeaders({
  route,
  message,
  unknownHeaders,
}: OpenedRequest): readonly XmlElement[] {
  const { inputHeaders = [] } = route.operation.soap ?? {};
  const isDeclared = inputHeaders.some(({ element }) => element.local === 'Security');
  const found = isDeclared ? allHeaders(message) : unknownHeaders;
  return found.list.filter(isSecurityHeader);
}

/** All headers for this server. What was read as a value is read again, as elements. */
function allHeaders({ text }: SoapMessage): UnknownHeaders {
  const headers = new UnknownHeaders();
  const reader = new XmlReader(text);
  const version = enterRoot(reader);
  if (version !== undefined && enterHeader(reader, version) === 'header') {
    readHeaders(reader, [], new RequestEntries(version, headers));
  }
  return headers;
}

/**
 * The answer to a request that the option `security` refused: a fault of WS-Security. If the
 * credentials are in the HTTP request, and the message has none of its own, the status asks for
 * them.
 */
export function securityAnswer(
  opened: OpenedRequest,
  { code }: SecurityRefusal,
  challenges: readonly string[],
): Outgoing {
  const name = `{${wsseNamespace}}${code}`;
  const { protocol } = opened;
  const place =
    protocol.binding === 'soap11' ? { code: name } : { code: 'Client', subcodes: [name] };
  const answer = faultAnswer(protocol, { ...place, message: texts[code], withoutDetail: true });
  if (challenges.length === 0 || securityHeaders(opened).length > 0) return answer;
  return { ...answer, status: 401, headers: [...answer.headers, ...challengeHeaders(challenges)] };
}

/** Seconds until the Timestamp of an answer expires, as in WCF. */
const answerExpires = 300;

/** Whether a Security header of a request has such a part. */
function hasPart(opened: OpenedRequest, namespace: string, local: string): boolean {
  return securityHeaders(opened).some(({ children = [] }) =>
    children.some(
      (one) => typeof one !== 'string' && one.name === local && one.namespace === namespace,
    ),
  );
}

/**
 * A request that was accepted. If its Security header has a Timestamp, or the contract demands one,
 * so has that of the answer or fault: clients of WCF take no other (WS-SecurityPolicy 1.2, section
 * 6.2).
 */
export function withTimestamp(opened: OpenedRequest): OpenedRequest {
  const isDemanded = opened.route.operation.soap?.timestamp === true;
  if (!isDemanded && !hasPart(opened, wsuNamespace, 'Timestamp')) return opened;
  const { reply } = opened.protocol;
  const header = (): string =>
    `<wsse:Security xmlns:wsse="${wsseNamespace}" xmlns:wsu="${wsuNamespace}">` +
    `${timestampText(Date.now(), answerExpires)}</wsse:Security>`;
  const timed: SoapReply = {
    dropsResult: reply?.dropsResult === true,
    dropsFaults: reply?.dropsFaults === true,
    result: () => (reply?.result() ?? '') + header(),
    fault: (fault) => (reply?.fault(fault) ?? '') + header(),
  };
  return { ...opened, protocol: { ...opened.protocol, reply: timed } };
}

/**
 * Whether a request has a user name and no signature. Its answer is not signed, because clients of
 * WCF refuse a token for which they did not ask.
 */
export function isOnlyNamed(opened: OpenedRequest): boolean {
  return (
    hasPart(opened, wsseNamespace, 'UsernameToken') && !hasPart(opened, dsigNamespace, 'Signature')
  );
}

/** Signs an answer. `failed` gives that to an error, which is signed, too, if that can be done. */
export type SignAnswer = (
  answer: Answer,
  failed: (error: unknown) => Outgoing,
) => Promise<Outgoing>;

const startOfEnvelope = /^(?:<\?xml[^>]*>)?<soap:Envelope[\s>]/;
const headless = /^((?:<\?xml[^>]*>)?<soap:Envelope[^>]*>)(?=<soap:Body)/;
const emptyHeader = '<soap:Header> </soap:Header>';

/**
 * What signs the answers of SOAP by the option `security`; `undefined` without it. A signature is
 * of the whole message, so records are not streamed.
 */
export function createSigning({ security = [] }: ServerOptions<never>): SignAnswer | undefined {
  const signers = [security].flat().filter(signsAnswers);
  if (signers.length === 0) return undefined;
  const sign = (outgoing: Outgoing): Outgoing => {
    const { body, headers } = outgoing;
    const type = headers[placeOf(headers, 'content-type')] ?? '';
    if (type.startsWith('multipart/')) throw new Error('Attachments cannot be signed.');
    if (typeof body !== 'string' || !startOfEnvelope.test(body)) return outgoing;
    // A signature is put into the header, so there must be one.
    const envelope = body.replace(headless, `$1${emptyHeader}`);
    return {
      ...outgoing,
      body: signers.reduce(signedBy, envelope),
    };
  };
  return async (answer, failed) => {
    try {
      return sign(await wholeAnswer(await answer));
    } catch (error) {
      const fault = failed(error);
      try {
        return sign(fault);
      } catch {
        return fault;
      }
    }
  };
}
