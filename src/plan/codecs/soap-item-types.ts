import { anyType, builtinType } from '../../model/builtin-schema.ts';
import { builtinNames } from '../../model/builtin-types.ts';
import { namespaces } from '../../model/namespaces.ts';
import { type QName, qnameKey } from '../../model/qname.ts';
import type { SchemaType, SimpleType } from '../../model/schema.ts';
import { leafOf } from '../../model/soap-array.ts';
import { stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import type { ArrayShape } from '../shape.ts';
import { type Code, createCode, finish, uses } from './code.ts';
import type { CodecContext } from './context.ts';

/**
 * The argument of a reader of SOAP arrays that names the types items may be of, the declared one first; none where any may, or it is not
 * known which derive from it.
 */
export function itemTypes(context: CodecContext, code: Code, shape: ArrayShape): readonly string[] {
  const { item } = leafOf(shape.source.soapArray ?? { item: anyType, dimensions: '[]' });
  const names = namesOf(context, item);
  if (names.length === 0) return [];
  // arrays of one built-in type share its list
  const own = item.kind === 'simple' ? `$${item.name?.localName}` : shape.name;
  const constant = context.typeFunction('types', own);
  context.ensure(constant, () => {
    const text = arrayLiteral({
      before: `const ${constant}: readonly string[] = `,
      items: names.map((name) => stringLiteral(qnameKey(name))),
      after: ';',
    });
    const { namespaceOf } = context.shaper;
    return finish(createCode(), constant, false, text, namespaceOf(shape.source));
  });
  return [uses(code, constant)];
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
