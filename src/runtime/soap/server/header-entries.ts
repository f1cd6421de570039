import type { HeaderEntries } from '../../operation/message.ts';
import type { UnknownHeaders } from '../../server/unknown-headers.ts';
import { attributeText, findAttribute } from '../../xml/attributes.ts';
import { captureElement } from '../../xml/capture.ts';
import { locate } from '../../xml/place.ts';
import type { XmlQName, XmlReader } from '../../xml/reader.ts';
import { XmlValueError } from '../../xml/xml-error.ts';
import { type SoapVersion, soap11Version, soap12Version } from '../envelope.ts';

/** Roles that every receiver plays (SOAP 1.1 section 4.2.2, SOAP 1.2 part 1 section 2.2). */
const ownRoles: ReadonlySet<string> = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

/** Whether a header with this actor or role is for the receiver of the message. */
export function isOwnRole(role: string): boolean {
  return ownRoles.has(role.trim());
}

/** Reads the entries of a request's `soap:Header` for a server. */
export class RequestEntries implements HeaderEntries {
  private readonly version: SoapVersion;
  private readonly unknown: UnknownHeaders;

  constructor(version: SoapVersion, unknown: UnknownHeaders) {
    this.version = version;
    this.unknown = unknown;
  }

  declared(reader: XmlReader): void {
    // a header of .NET has the attributes of both versions
    for (const { namespace } of [soap11Version, soap12Version]) {
      checkFlag(reader, { namespace, local: 'mustUnderstand' }, 'field EncodedMustUnderstand');
    }
    checkFlag(reader, { namespace: soap12Version.namespace, local: 'relay' }, "'relay' attribute");
  }

  /** Keeps an entry, unless it is for another actor or role, whose business it is. */
  other(reader: XmlReader): void {
    const { binding, namespace } = this.version;
    const role = attributeText(reader, namespace, binding === 'soap11' ? 'actor' : 'role') ?? '';
    if (!isOwnRole(role)) {
      reader.skip();
      return;
    }
    const must = attributeText(reader, namespace, 'mustUnderstand');
    this.unknown.add(captureElement(reader), must === '1' || must === 'true');
  }
}

/** Refuses an attribute of a declared header that is not boolean, in the words of .NET. */
function checkFlag(reader: XmlReader, { namespace, local }: XmlQName, description: string): void {
  const flag = findAttribute(reader, namespace, local);
  if (flag === undefined || /^(?:0|1|true|false)$/.test(flag.value)) return;
  reader.asked = flag;
  const wrong = `'${flag.value}' is not a valid value for the ${description}.`;
  const valid = "Valid values are '0', '1', 'true', and 'false'.";
  throw locate(reader, new XmlValueError(`${wrong} ${valid}`));
}
