import { namespaces } from '../../../model/common/namespaces.ts';
import type { SchemaType } from '../../../model/xsd/schema.ts';
import type { PlaceShape } from '../../shapes/shape.ts';
import { constantText } from '../simple/simple.ts';

/** `xsi:type` of a named type where `scope` is the default namespace. */
export function xsiType(type: SchemaType, scope: string): string {
  const name = type.name ?? { namespace: '', localName: '' };
  if (name.namespace === scope) return ` xsi:type="${name.localName}"`;
  if (name.namespace === namespaces.xsd) return ` xsi:type="xsd:${name.localName}"`;
  const uri = constantText(name.namespace, 'attribute');
  return ` xmlns:q2="${uri}" xsi:type="q2:${name.localName}"`;
}

/** The `xsi:type` of a member in encoded messages. */
export function memberType(place: PlaceShape, encoded: boolean): string | undefined {
  return encoded && place.element.type.name !== undefined ? encodedType(place) : undefined;
}

/** `xsi:type` of an element in an encoded message. Types that write it themselves are skipped. */
export function encodedType(place: PlaceShape): string | undefined {
  const { value, element } = place;
  if (value.kind === 'array' || value.kind === 'xml') return undefined;
  if (value.kind === 'object' && value.family !== undefined) return undefined;
  const { type } = element;
  const named = type.name === undefined && type.kind === 'simple' ? type.base : type;
  if (named?.name === undefined) return undefined;
  if (named.name.namespace === namespaces.microsoftTypes) return undefined;
  return xsiType(named, 'urn:no default namespace');
}
