import type { SimpleType } from '../../../model/xsd/schema.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, call, type Expression, entry, named, object } from '../../print/node.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { atomicType, unrestrictedCodec } from '../../shapes/shape-simple-type.ts';
import { describedConstant, runtime } from '../context/constant.ts';
import type { Describer } from '../context/describer.ts';
import { pure } from '../context/pure.ts';
import { builtinSimple } from './builtin-simple.ts';
import { facetEntries, formsOf, stemsOf } from './facets.ts';
import { comparerOf } from './value-order.ts';

/** Name of the constant that describes a simple type with facets, a list or a union. */
export function describeRestricted(describer: Describer, shape: SimpleShape): string {
  const { codec: own, source } = shape;
  const { context } = describer;
  const name = context.constantName(own.kind === 'own' ? own.name : '');
  return context.ensure(name, () => {
    const described = restriction(describer, shape);
    const stems = shape.qnames ? stemsOf(source) : [];
    const value =
      stems.length === 0
        ? described
        : pure('qualified', described, array(stems.map(stringLiteral)));
    return describedConstant(
      name,
      runtimeType('SimpleType'),
      value,
      context.shaper.namespaceOf(source),
    );
  });
}

function restriction(describer: Describer, shape: SimpleShape): Expression {
  const { source } = shape;
  const { shaper } = describer.context;
  if (shaper.members(source) !== undefined) return literals(describer, shape);
  const facets = facetEntries(describer.context, shape);
  const base = baseOf(describer, shape);
  if (facets.length === 0) return base;
  return pure('restrict', base, object(facets));
}

/** The type without its own facets. */
function baseOf(describer: Describer, shape: SimpleShape): Expression {
  const { source } = shape;
  const { shaper } = describer.context;
  if (source.variety === 'list') {
    return pure('list', describer.simple(shaper.simple(source.item ?? source)));
  }
  if (source.variety === 'union') return unionOf(describer, shape);
  return builtinSimple(source, unrestrictedCodec(source, shaper));
}

function unionOf(describer: Describer, shape: SimpleShape): Expression {
  const { shaper } = describer.context;
  const members = new Map<string, { readonly type: Expression; readonly source: SimpleType }>();
  for (const member of shape.source.members ?? []) {
    const type = describer.simple(shaper.simple(member));
    if (!members.has(type.flat)) members.set(type.flat, { type, source: member });
  }
  const all = [...members.values()];
  const forms = all.map(({ source }) => formsOf(source, shaper));
  const details = [
    ...(shape.names ? [entry('strict', 'true')] : []),
    ...(forms.some((one) => one !== undefined)
      ? [
          entry(
            'forms',
            array(forms.map((one) => (one === undefined ? 'undefined' : runtime(one)))),
          ),
        ]
      : []),
  ];
  const items = [stringLiteral(label(shape)), array(all.map(({ type }) => type))];
  return pure('union', ...items, ...(details.length === 0 ? [] : [object(details)]));
}

/** An enumeration whose values are literals. */
function literals(describer: Describer, shape: SimpleShape): Expression {
  const { source } = shape;
  const { shaper } = describer.context;
  const members = shaper.members(source) ?? [];
  const values =
    shaper.options.enums === 'const' && !shaper.isWire(source)
      ? call('Object.values', named('typesValue', shaper.nameOf(source)))
      : array(members.map(({ literal }) => literal));
  const base =
    source.variety !== 'union'
      ? baseOf(describer, shape)
      : shape.qnames
        ? pure('namesOrTexts', unionOf(describer, shape))
        : runtime('unionTexts');
  const order = comparerOf(source, atomicType(source, shaper));
  const details = order === undefined ? [] : [object([entry('order', runtime(order))])];
  const described = pure('enumeration', stringLiteral(label(shape)), base, values, ...details);
  const facets = facetEntries(describer.context, shape);
  if (facets.length === 0) return described;
  return pure('restrict', described, object(facets), object([entry('enumerated', 'true')]));
}

/** Name of a type in messages. */
function label({ source }: SimpleShape): string {
  return source.name?.localName ?? source.context.join('/');
}
