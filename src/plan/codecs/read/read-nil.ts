import { propertyKey, stringLiteral } from '../../print/encode.ts';
import {
  array,
  binary,
  binaryOf,
  call,
  type Expression,
  entry,
  joined,
  object,
  type TypeNode,
  text,
} from '../../print/node.ts';
import { constant, ifBlock, returns, run, type Statement } from '../../print/statement.ts';
import { namedType, typeOf } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { ObjectShape } from '../../shapes/shape.ts';
import { nilName, ownNilName, tagFields } from '../../shapes/shape-nil.ts';
import { codec, codecFunction, reader, runtime } from '../codec.ts';
import { typeLabel } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import {
  attributeName,
  chooseMember,
  fieldValue,
  readAttributes,
  typeEntry,
} from './read-fields.ts';

/**
 * Name of the function that reads a nil element at a place of a type: `null` if it has nothing but
 * `xsi:nil`. Called after the start tag.
 */
export function nilReader(context: CodecContext, shape: ObjectShape): string {
  if (shape.family?.head !== true) return ownReader(context, shape);
  const name = context.typeFunction('read', nilName(shape));
  return context.ensure(name, () =>
    readerOf(
      context,
      shape,
      { name, type: namedType(nilName(shape)) },
      chooseByType(context, shape),
    ),
  );
}

/** Name of the function for a type itself, without types derived from it. */
function ownReader(context: CodecContext, shape: ObjectShape): string {
  const name = context.typeFunction('read', ownNilName(shape));
  return context.ensure(name, () =>
    readerOf(context, shape, { name, type: ownNilType(shape) }, readOwn(context, shape)),
  );
}

/** Type of its result, with a `$type`. */
function ownNilType(shape: ObjectShape): TypeNode {
  const { flat, names } = namedType(ownNilName(shape));
  if (shape.family === undefined) return namedType(flat);
  return typeOf(`(${flat} & { readonly $type: ${stringLiteral(shape.family.literal)} })`, names);
}

function readerOf(
  context: CodecContext,
  shape: ObjectShape,
  { name, type }: { readonly name: string; readonly type: TypeNode },
  body: readonly Statement[],
): CodecPlan {
  return codecFunction({
    name,
    doc: `Reads a nil element of complexType \`${typeLabel(shape.source)}\`.`,
    parameters: [reader],
    returns: joined(type, ' | null'),
    body,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Selects by `xsi:type`. */
function chooseByType(context: CodecContext, shape: ObjectShape): readonly Statement[] {
  const { family } = shape;
  const own = family?.concrete === true ? codec(ownReader(context, shape)) : runtime('nil');
  const rest = returns(call(own, 'reader'));
  return [
    constant('type', call(runtime('xsiType'), 'reader')),
    ifBlock('type === undefined', [rest]),
    ...chooseMember(context, family?.members ?? [], (member) => ownReader(context, member)),
    run(call(runtime('otherType'), 'reader', 'type')),
    rest,
  ];
}

function readOwn(context: CodecContext, shape: ObjectShape): readonly Statement[] {
  const fields = tagFields(shape);
  const tests: Expression[] = [];
  const found: Statement[] = [];
  if (shape.family !== undefined)
    tests.push(binary('===', call(runtime('xsiType'), 'reader'), 'undefined'));
  if (fields.some((field) => field.kind === 'anyAttributes')) {
    tests.push(call(runtime('isOnlyNil'), 'reader'));
  } else if (fields.length > 0) {
    const names = fields.flatMap(attributeName).map(stringLiteral);
    found.push(constant('bare', call(runtime('isOnlyNil'), 'reader', array(names))));
    tests.push(text('bare'));
  }
  const nil = call(runtime('nil'), 'reader');
  const entries = fields.map((field) =>
    entry(propertyKey(field.property), fieldValue(field, new Set())),
  );
  return [
    ...found,
    ifBlock(binaryOf('&&', tests), [returns(nil)]),
    ...readAttributes(context, shape),
    run(nil),
    returns(object([entry('$nil', 'true'), ...typeEntry(shape), ...entries], true)),
  ];
}
