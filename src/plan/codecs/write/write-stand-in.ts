import { stringLiteral } from '../../print/encode.ts';
import { call, text } from '../../print/node.ts';
import { caseOf, otherwise, switchOn, throws } from '../../print/statement.ts';
import type { PlaceShape } from '../../shapes/shape.ts';
import { codec, codecFunction, local, property, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { givenSuffix } from '../given-text.ts';
import { standInNamespace, standInStem, standInType } from '../stand-in-names.ts';
import { scopeSuffix } from './write-place.ts';
import { fieldsWriter } from './write-type.ts';
import { constant, expression, returned } from './xml-template.ts';
import { xsiType } from './xsi-type.ts';

/**
 * Name of the function that writes a value of a complex type in place of a simple one, called after
 * the name in the start tag.
 */
export function standInWriter(context: CodecContext, place: PlaceShape, scope: string): string {
  const { standIns } = place;
  const { fixed } = place.element;
  const namespace = standInNamespace(context, standIns);
  const suffix = givenSuffix({ fixed }) + scopeSuffix(namespace, scope);
  const name = context.typeFunction('write', standInStem(context, place)) + suffix;
  return context.ensure(name, () => {
    const type = standInType(standIns);
    const cases = standIns.map(({ object, literal }) => {
      const write = codec(fieldsWriter(context, object, scope, fixed));
      const end = object.tagged ? [] : [constant('>')];
      const content = expression(call(write, local('value')));
      const pieces = [constant(xsiType(object.source, scope)), ...end, content];
      return caseOf([stringLiteral(literal)], returned(pieces));
    });
    const names = standIns.map(({ literal }) => `'${literal}'`).join(', ');
    const wrong = call(runtime('wrongType'), local('value'), stringLiteral(names));
    return codecFunction({
      name,
      doc: 'Writes a type that stands in for a simple one.',
      parameters: [
        // in parentheses even if there is only one, as in a union
        {
          name: 'value',
          type: standIns.length === 1 ? text(type.flat.slice(1, -1), type.names) : type,
        },
      ],
      returns: 'string',
      body: [switchOn(property(local('value'), '$type'), [...cases, otherwise(throws(wrong))])],
      namespace,
    });
  });
}
