import { soap11Version, soap12Version } from '../envelope.ts';

/**
 * Start tags of arrays. In what is written, `<` and `>` stand around tags alone, and values stand
 * between double quotes.
 */
const arrayTag = /<[^<>]* soapenc:arrayType="[^"<>]*"[^<>]*>/g;
const declaration11 = ` xmlns:soapenc="${soap11Version.encoding}"`;
const declaration12 = ` xmlns:soapenc="${soap12Version.encoding}"`;

/**
 * Gives the arrays in a Body with SOAP encoding the attributes of SOAP 1.2 (part 2 section 3.1.4
 * and 3.1.6): generated writers, which serve both versions, write those of SOAP 1.1. It has no name
 * for arrays of a type: arrays of arrays are arrays of `soapenc:Array`.
 */
export function writeArrays12(body: string): string {
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
