import { stringLiteral } from '../../print/encode.ts';
import { binary, call, joined } from '../../print/node.ts';
import { constant, ifBlock, line, returns } from '../../print/statement.ts';
import type { PlaceShape } from '../../shapes/shape.ts';
import { codec, codecFunction, reader, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { givenSuffix } from '../given-text.ts';
import { standInNamespace, standInStem, standInType } from '../stand-in-names.ts';
import { fieldsReader } from './read-type.ts';

/**
 * Name of the function that reads an element of a simple type whose `xsi:type` names a complex
 * type. For all others it returns `undefined` and reads nothing.
 */
export function standInReader(context: CodecContext, place: PlaceShape): string {
  const { standIns, element } = place;
  const stem = standInStem(context, place);
  const name = context.typeFunction('read', stem) + givenSuffix(element);
  return context.ensure(name, () => {
    const tried = standIns.map(({ object, literal }) => {
      const { namespace = '', localName = '' } = object.source.name ?? {};
      const isIt = binary(
        '&&',
        binary('===', 'type?.local', stringLiteral(localName)),
        binary('===', 'type.namespace', context.namespace(namespace)),
      );
      const read = call(codec(fieldsReader(context, object, element)), 'reader');
      return ifBlock(isIt, [returns(call(runtime('withType'), stringLiteral(literal), read))]);
    });
    return codecFunction({
      name,
      doc: 'Reads an element whose type stands in for a simple one, where it says so.',
      parameters: [reader],
      returns: joined(standInType(standIns), ' | undefined'),
      body: [
        constant('type', call(runtime('xsiType'), 'reader')),
        ...tried,
        line('return undefined;'),
      ],
      namespace: standInNamespace(context, standIns),
    });
  });
}
