import { namespaces } from '../../model/common/namespaces.ts';
import { type QName, qnameKey } from '../../model/common/qname.ts';
import { leafOf } from '../../model/link/soap-array.ts';
import { anyType, builtinType } from '../../model/xsd/builtin-schema.ts';
import { builtinNames } from '../../model/xsd/builtin-types.ts';
import type { SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import type { ArrayShape } from '../shapes/shape.ts';
import type { PlanContext } from './context/plan-context.ts';

/** The types that items may have, the declared one first; none if they are not checked. */
export function itemTypeNames(context: PlanContext, shape: ArrayShape): readonly QName[] {
  const { item } = leafOf(shape.source.soapArray ?? { item: anyType, dimensions: '[]' });
  return namesOf(context, item);
}

function namesOf({ shaper }: PlanContext, type: SchemaType): readonly QName[] {
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
