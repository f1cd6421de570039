import { UnknownHeaders } from '../../server/unknown-headers.ts';
import { enterHeader, enterRoot } from '../../soap/envelope.ts';
import { readHeaders } from '../../soap/headers.ts';
import { RequestEntries } from '../../soap/server/header-entries.ts';
import type { SoapMessage } from '../../soap/server/message.ts';
import type { SoapService } from '../../soap/server/table.ts';
import type { XmlElement } from '../../xml/element.ts';
import { XmlReader } from '../../xml/reader.ts';
import { type AddressingVersion, addressingVersions } from '../versions.ts';

/** Headers that a request has at most once (WS-Addressing 1.0 Core, section 3.2). */
const single = ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID'] as const;

/** An endpoint reference as it was received. */
export interface ReceivedReference {
  /** `undefined` if it has none. */
  readonly address: string | undefined;
  readonly parameters: readonly XmlElement[];
}

/** The addressing properties of a request. */
export interface AddressingProperties {
  readonly version: AddressingVersion;
  readonly action: string | undefined;
  readonly messageId: string | undefined;
  readonly replyTo: ReceivedReference | undefined;
  readonly faultTo: ReceivedReference | undefined;
  /** Local name of a header that is there several times. */
  readonly repeated: string | undefined;
}

/** The headers of a version. */
export function addressingHeaders(
  list: readonly XmlElement[],
  { namespace }: AddressingVersion,
): readonly XmlElement[] {
  return list.filter((one) => one.namespace === namespace);
}

/** The properties of a message by its headers; `undefined` if none is of WS-Addressing. */
export function propertiesOf(list: readonly XmlElement[]): AddressingProperties | undefined {
  const version = addressingVersions.find((one) =>
    addressingHeaders(list, one).some(({ name }) => name === 'RelatesTo' || isSingle(name)),
  );
  if (version === undefined) return undefined;
  const headers = addressingHeaders(list, version);
  const all = (name: string) => headers.filter((one) => one.name === name);
  const text = (name: string): string | undefined => {
    const [found] = all(name);
    return (found && textOf(found)) || undefined;
  };
  const reference = (name: string): ReceivedReference | undefined => {
    const [found] = all(name);
    return found && referenceOf(found, version);
  };
  return {
    version,
    action: text('Action'),
    messageId: text('MessageID'),
    replyTo: reference('ReplyTo'),
    faultTo: reference('FaultTo'),
    repeated: single.find((name) => all(name).length > 1),
  };
}

function isSingle(name: string): boolean {
  return (single as readonly string[]).includes(name);
}

function referenceOf(element: XmlElement, { namespace }: AddressingVersion): ReceivedReference {
  const inside = childrenOf(element).filter((one) => one.namespace === namespace);
  const [address] = inside.filter(({ name }) => name === 'Address');
  const holders = inside.filter(({ name }) => /^Reference(?:Parameters|Properties)$/.test(name));
  return {
    address: (address && textOf(address)) || undefined,
    parameters: holders.flatMap(childrenOf),
  };
}

function childrenOf({ children = [] }: XmlElement): readonly XmlElement[] {
  return children.filter((one): one is XmlElement => typeof one !== 'string');
}

function textOf({ children = [] }: XmlElement): string {
  return children
    .filter((one) => typeof one === 'string')
    .join('')
    .trim();
}

/** The headers of a message that is not opened yet; none if it cannot be read. */
export function readHeaderList(
  { reader: options }: SoapService,
  { text }: SoapMessage,
): readonly XmlElement[] {
  const unknown = new UnknownHeaders();
  try {
    const reader = new XmlReader(text, options);
    const version = enterRoot(reader);
    if (version === undefined || enterHeader(reader, version) !== 'header') return [];
    readHeaders(reader, [], new RequestEntries(version, unknown));
  } catch {
    // Whoever reads the whole message says what is wrong with it.
  }
  return unknown.list;
}
