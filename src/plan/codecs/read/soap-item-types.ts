import { namespaces } from '../../../model/common/namespaces.ts';
import { type QName, qnameKey } from '../../../model/common/qname.ts';
import { leafOf } from '../../../model/link/soap-array.ts';
import { anyType, builtinType } from '../../../model/xsd/builtin-schema.ts';
import { builtinNames } from '../../../model/xsd/builtin-types.ts';
import type { SchemaType, SimpleType } from '../../../model/xsd/schema.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, type Expression } from '../../print/node.ts';
import type { ArrayShape } from '../../shapes/shape.ts';
import { codec, codecConstant } from '../codec.ts';
import type { CodecContext } from '../context.ts';

/**
 * The argument of a reader of SOAP arrays with the allowed types of items, the declared one first.
 * None if any type is allowed, or the derived types are not known.
 */
export function itemTypes(context: CodecContext, shape: ArrayShape): readonly Expression[] {
  const { item } = leafOf(shape.source.soapArray ?? { item: anyType, dimensions: '[]' });
  const names = namesOf(context, item);
  if (names.length === 0) return [];
  // arrays of one built-in type share its list
  const own = item.kind === 'simple' ? `$${item.name?.localName}` : shape.name;
  const constant = context.typeFunction('types', own);
  context.ensure(constant, () => {
    const list = array(names.map((name) => stringLiteral(qnameKey(name))));
    const namespace = context.shaper.namespaceOf(shape.source);
    return codecConstant(constant, 'readonly string[]', list, namespace);
  });
  return [codec(constant)];
}

/** The types that items may have, the declared one first; none if they are not checked. */
export function itemTypeNames(context: CodecContext, shape: ArrayShape): readonly QName[] {
  const { item } = leafOf(shape.source.soapArray ?? { item: anyType, dimensions: '[]' });
  return namesOf(context, item);
}

function namesOf({ shaper }: CodecContext, type: SchemaType): readonly QName[] {
  const { name } = type;
  if (name === undefined) return [];
  if (type.kind === 'simple') {
    if (name.namespace !== namespaces.xsd || name.localName === 'anySimpleType') return [];
    const derived = builtinNames
      .map(builtinType)
      .filter((one) => one !== type && derives(one, type));
    return [type, ...derived].flatMap((one) => one.name ?? []);
  }
  const value = shaper.value(type);
  if (value.kind !== 'object') return [];
  const members = (value.family?.members ?? []).flatMap(({ source }) => source.name ?? []);
  return [name, ...members.filter((one) => qnameKey(one) !== qnameKey(name))];
}

function derives(type: SimpleType, from: SimpleType): boolean {
  for (let base = type.base; base !== undefined; base = base.base) if (base === from) return true;
  return false;
}
