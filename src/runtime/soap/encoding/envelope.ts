import type { BindingName } from '../../operation/names.ts';
import type { EnvelopeWriter } from '../../operation/operation.ts';
import { escapeAttribute } from '../../xml/write-text.ts';
import {
  declaration,
  joinEnvelope,
  type SoapVersion,
  schemaNamespaces,
  soap11Version,
  soap12Version,
} from '../envelope.ts';

/** Namespaces of SOAP encoding (SOAP 1.1 section 5, SOAP 1.2 part 2 section 3). */
export const encodings: Readonly<Record<SoapVersion['binding'], string>> = {
  soap11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soap12: 'http://www.w3.org/2003/05/soap-encoding',
};

/**
 * Writes an envelope with SOAP encoding (SOAP 1.1 section 5), which has more declarations than
 * others.
 */
export const writeEncodedEnvelope: EnvelopeWriter = (binding, namespace, header, body) => {
  const isOld = binding === 'soap11';
  const version = isOld ? soap11Version : soap12Version;
  const encoding = encodings[version.binding];
  const target = escapeAttribute(namespace);
  const types = `${target}${target.endsWith('/') ? '' : '/'}encodedTypes`;
  const rpc = isOld ? '' : 'xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" ';
  const head =
    `${declaration}<soap:Envelope xmlns:soap="${version.namespace}" ` +
    `xmlns:soapenc="${encoding}" xmlns:tns="${target}" xmlns:types="${types}" ` +
    `${rpc}${schemaNamespaces}`;
  const style = isOld ? ` soap:encodingStyle="${encoding}"` : '';
  return joinEnvelope(head, header, `<soap:Body${style}>${encodeArrays(body, binding)}`);
};

/** Start tags of arrays. In generated text, `<` and `>` only delimit tags, and `"` only values. */
const arrayTag = /<[^<>]* soapenc:arrayType="[^"<>]*"[^<>]*>/g;
const declaration11 = ` xmlns:soapenc="${encodings.soap11}"`;
const declaration12 = ` xmlns:soapenc="${encodings.soap12}"`;

/**
 * Gives arrays the attributes of a version: those of SOAP 1.2 are in part 2, sections 3.1.4 and
 * 3.1.6. Generated writers serve both versions and write those of SOAP 1.1. SOAP 1.2 has no names
 * for arrays of a type, so items that are arrays have the type `soapenc:Array`.
 *
 * @param xml content of `soap:Body`, an entry of `soap:Header`, or one of a fault's detail
 */
export function encodeArrays(xml: string, binding: BindingName): string {
  if (binding === 'soap11') return xml;
  return xml.replace(arrayTag, (tag) => {
    if (!tag.includes(declaration11)) return tag;
    const sized = tag.replace(
      / soapenc:arrayType="([^"]*)\[([^"[\]]*)\]"/,
      (_, type: string, sizes: string) => {
        const item = type.endsWith(']') ? 'soapenc:Array' : type;
        return ` soapenc:itemType="${item}" soapenc:arraySize="${sizes.replace(/,/g, ' ')}"`;
      },
    );
    return sized.replace(declaration11, declaration12);
  });
}
