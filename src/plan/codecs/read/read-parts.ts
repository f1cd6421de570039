import { propertyKey, stringLiteral } from '../../print/encode.ts';
import { array, binary, call, type Expression, entry, joined, object } from '../../print/node.ts';
import { caseOf, ifBlock, line, returns, type Statement, switchOn } from '../../print/statement.ts';
import { namedType } from '../../print/type-node.ts';
import type { ContentField, GroupShape, HeadShape } from '../../shapes/shape.ts';
import { anyBranch } from '../choice-code.ts';
import { codecFunction, reader, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { itemExpression, switchNames, takenElements } from './read-loop.ts';
import { readExpression } from './read-place.ts';

const unexpected = returns(call(runtime('noneOf'), 'reader'));

/** Name of the function that reads any element of a substitution group. */
export function headReader(context: CodecContext, head: HeadShape): string {
  const name = context.typeFunction('read', head.name);
  return context.ensure(name, () => {
    const groups = new Map<string, typeof head.alternatives>();
    for (const one of head.alternatives) {
      const { namespace } = one.place.element.name;
      groups.set(namespace, [...(groups.get(namespace) ?? []), one]);
    }
    const tried = [...groups].map(([namespace, alternatives]) => {
      const isIt = binary('===', 'reader.namespace', context.namespace(namespace));
      const cases = alternatives.map(({ key, place }) => {
        const value = readExpression(context, place);
        const label = stringLiteral(place.element.name.localName);
        return caseOf([label], [line(returnedObject(key, value))]);
      });
      return ifBlock(isIt, [switchOn('reader.local', cases)]);
    });
    return codecFunction({
      name,
      doc: `Reads element \`${head.element.name.localName}\` or one that stands in for it.`,
      parameters: [reader],
      returns: anyBranch(namedType(head.name)),
      body: [...tried, unexpected],
      namespace: head.element.name.namespace,
    });
  });
}

/**
 * Name of the function that reads one iteration of a repeated choice of elements. Called after the
 * START of the element.
 */
export function groupReader(context: CodecContext, group: GroupShape): string {
  const name = context.typeFunction('read', group.name);
  return context.ensure(name, () =>
    codecFunction({
      name,
      doc: 'Reads one turn of a repeated choice.',
      parameters: [reader],
      returns: anyBranch(namedType(group.name)),
      body: readChoice(context, group),
      namespace: group.namespace,
    }),
  );
}

function readChoice(context: CodecContext, group: GroupShape): readonly Statement[] {
  const taken = (field: ContentField): Statement => {
    const value = itemExpression(context, field);
    return line(returnedObject(field.property, field.repeated ? array([value]) : value));
  };
  const tried = switchNames(context, takenElements(group.fields), (field) => [taken(field)]);
  const any = group.fields.find((field) => field.kind === 'any');
  return [...tried, any === undefined ? unexpected : taken(any)];
}

/** `return { key: value };` on one line. */
function returnedObject(key: string, value: Expression): Expression {
  return joined('return ', object([entry(propertyKey(key), value)]), ';');
}
