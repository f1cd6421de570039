import { namespaces } from '../../../model/common/namespaces.ts';
import { leafOf } from '../../../model/link/soap-array.ts';
import { anyType } from '../../../model/xsd/builtin-schema.ts';
import { joined, node } from '../../print/node.ts';
import type { ArrayShape } from '../../shapes/shape.ts';
import { local } from '../codec.ts';
import { constantText } from '../simple/simple.ts';
import { constant, expression, type Piece } from './xml-template.ts';

/**
 * Attributes of a SOAP array (SOAP 1.1 section 5.4.2). It declares its prefixes, because literal
 * messages may contain such arrays, too. There, `xsi:type` may only name types derived from the
 * declared one, which `soapenc:Array` is not.
 */
export function soapArrayTag(shape: ArrayShape, encoded: boolean): readonly Piece[] {
  // clients of .NET have classes for items, but none for arrays with names
  const { item, dimensions } = leafOf(
    shape.source.soapArray ?? { item: anyType, dimensions: '[]' },
    encoded,
  );
  const name = item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
  const isBuiltin = name.namespace === namespaces.xsd;
  const prefix = isBuiltin ? 'xsd' : 'q2';
  const uri = isBuiltin ? namespaces.xsd : constantText(name.namespace, 'attribute');
  const type = encoded ? ' xsi:type="soapenc:Array"' : '';
  const arrayType = `${prefix}:${name.localName}${dimensions}[`;
  return [
    constant(` xmlns:soapenc="${namespaces.soapEncoding11}" xmlns:${prefix}="${uri}"${type}`),
    constant(` soapenc:arrayType="${arrayType}`),
    expression(shape.rank > 1 ? node('sizes') : joined(local('list'), '.length')),
    constant(']">'),
  ];
}
