import { wsseNamespace, wsuNamespace } from '../runtime/wss/names.ts';
import { escapeAttribute } from '../runtime/xml/write-text.ts';
import { type Edit, edited, insideEnd, insideStart } from './edit.ts';
import type { KeyInfo } from './key-info.ts';
import { elementsNamed, type Message, readMessage, securityIn } from './message.ts';
import type { SigningSettings } from './signer-settings.ts';

/** A message with all that is to be signed. */
export interface Unsigned {
  readonly xml: string;
  readonly keyInfo: KeyInfo;
}

/**
 * Adds what a signature needs to a message: a Security header if there is none for the actor, a
 * Timestamp if it has none, and the token with the certificate.
 */
export function withSecurity(xml: string, settings: SigningSettings): Unsigned {
  const message = readMessage(xml);
  const keyInfo = settings.keyInfo();
  const security = securityIn(message, settings.actor);
  const isTimed =
    security !== undefined && elementsNamed('Timestamp', message, security).length > 0;
  const content = (isTimed ? '' : timestamp(settings)) + declared(keyInfo.token);
  const edits =
    security === undefined
      ? [inHeader(message, securityHeader(message, settings, content))]
      : [insideStart(message.tree, security, content)];
  return { xml: edited(xml, edits), keyInfo };
}

/** Where an entry of the header goes: to its end, or into a new one. */
function inHeader({ tree, header, body }: Message, entry: string): Edit {
  if (header !== undefined) return insideEnd(tree, header, entry);
  const { prefix } = body.name;
  const name = prefix === '' ? 'Header' : `${prefix}:Header`;
  return { at: body.start, text: `<${name}>${entry}</${name}>` };
}

function securityHeader(
  { tree, version, body }: Message,
  { actor, mustUnderstand }: SigningSettings,
  content: string,
): string {
  const prefix = body.name.prefix === '' ? 'env' : body.name.prefix;
  const declares = tree.lookup(tree.root, prefix) !== version.namespace;
  const attribute = version.binding === 'soap11' ? 'actor' : 'role';
  const attributes = [
    ...(declares ? [`xmlns:${prefix}="${version.namespace}"`] : []),
    ...(mustUnderstand ? [`${prefix}:mustUnderstand="1"`] : []),
    ...(actor === undefined ? [] : [`${prefix}:${attribute}="${escapeAttribute(actor)}"`]),
  ];
  const start = ['wsse:Security', namespaces, ...attributes].join(' ');
  return `<${start}>${content}</wsse:Security>`;
}

const namespaces = `xmlns:wsse="${wsseNamespace}" xmlns:wsu="${wsuNamespace}"`;

/** Elements that declare their prefixes, so that they fit into a header of somebody else. */
function declared(xml: string): string {
  return xml.replace(/^<[^\s>]+/, `$& ${namespaces}`);
}

function timestamp({ timestamp: seconds, now, newId }: SigningSettings): string {
  if (seconds === undefined) return '';
  const created = now();
  const [from, to] = [created, created + seconds * 1000].map((time) =>
    new Date(time).toISOString(),
  );
  return declared(
    `<wsu:Timestamp wsu:Id="${newId()}"><wsu:Created>${from}</wsu:Created>` +
      `<wsu:Expires>${to}</wsu:Expires></wsu:Timestamp>`,
  );
}
