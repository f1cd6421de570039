import type { EnvelopeWriter } from '../../operation/operation.ts';
import { escapeAttribute } from '../../xml/write-text.ts';
import {
  declaration,
  joinEnvelope,
  schemaNamespaces,
  soap11Version,
  soap12Version,
} from '../envelope.ts';

/** An envelope with SOAP encoding (SOAP 1.1 section 5), which declares more than others. */
export const writeEncodedEnvelope: EnvelopeWriter = (binding, namespace, header, body) => {
  const isOld = binding === 'soap11';
  const version = isOld ? soap11Version : soap12Version;
  const target = escapeAttribute(namespace);
  const types = `${target}${target.endsWith('/') ? '' : '/'}encodedTypes`;
  const rpc = isOld ? '' : 'xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" ';
  const head =
    `${declaration}<soap:Envelope xmlns:soap="${version.namespace}" ` +
    `xmlns:soapenc="${version.encoding}" xmlns:tns="${target}" xmlns:types="${types}" ` +
    `${rpc}${schemaNamespaces}`;
  const style = isOld ? ` soap:encodingStyle="${version.encoding}"` : '';
  const content = isOld ? body : writeArrays12(body);
  return joinEnvelope(head, header, `<soap:Body${style}>${content}`);
};

/** Start tags of arrays. In written text `<` and `>` delimit tags, and `"` values. */
const arrayTag = /<[^<>]* soapenc:arrayType="[^"<>]*"[^<>]*>/g;
const declaration11 = ` xmlns:soapenc="${soap11Version.encoding}"`;
const declaration12 = ` xmlns:soapenc="${soap12Version.encoding}"`;

/**
 * Gives arrays the attributes of SOAP 1.2 (part 2, sections 3.1.4 and 3.1.6). Generated writers,
 * which serve both versions, write those of SOAP 1.1. SOAP 1.2 has no name for an array of a type:
 * items that are arrays have the type `soapenc:Array`.
 */
function writeArrays12(body: string): string {
  return body.replace(arrayTag, (tag) => {
    if (!tag.includes(declaration11)) return tag;
    const sized = tag.replace(
      / soapenc:arrayType="([^"]*)\[([^"[\]]*)\]"/,
      (_, type: string, sizes: string) => {
        const item = type.endsWith(']') ? 'soapenc:Array' : type;
        return ` soapenc:itemType="${item}" soapenc:arraySize="${sizes.replaceAll(',', ' ')}"`;
      },
    );
    return sized.replace(declaration11, declaration12);
  });
}
