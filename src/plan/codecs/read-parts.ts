import { propertyKey, stringLiteral } from '../encode.ts';
import type { ContentField, GroupShape, HeadShape } from '../shape.ts';
import { namedType } from '../shape-simple.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  line,
  readerParameter,
  runtimeType,
  typed,
} from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { itemExpression, switchNames, takenElements } from './read-loop.ts';
import { readExpression } from './read-place.ts';

/** Name of the function that reads whichever element of a substitution group has come. */
export function headReader(context: CodecContext, head: HeadShape): string {
  const name = context.typeFunction('read', head.name);
  return context.ensure(name, () => {
    const code = createCode();
    runtimeType(code, 'XmlReader');
    const returns = typed(code, namedType(head.name));
    const groups = new Map<string, typeof head.alternatives>();
    for (const one of head.alternatives) {
      const { namespace } = one.place.element.name;
      groups.set(namespace, [...(groups.get(namespace) ?? []), one]);
    }
    for (const [namespace, alternatives] of groups) {
      const inScope = namespaceConstant(context, code, namespace);
      block(code, `if (reader.namespace === ${inScope})`, () => {
        block(code, 'switch (reader.local)', () => {
          for (const { key, place } of alternatives) {
            line(code, `case ${stringLiteral(place.element.name.localName)}:`);
            const value = readExpression(context, code, place);
            line(code, `  return { ${propertyKey(key)}: ${value} };`);
          }
        });
      });
    }
    line(code, "return reader.fail('Unexpected element.');");
    return finishFunction(code, {
      name,
      exported: false,
      doc: `Reads element \`${head.element.name.localName}\` or one that stands in for it.`,
      parameters: [readerParameter],
      returns,
      namespace: head.element.name.namespace,
    });
  });
}

/** Name of the function that reads one turn of a repeated choice of elements; the START of the element has been read. */
export function groupReader(context: CodecContext, group: GroupShape): string {
  const name = context.typeFunction('read', group.name);
  return context.ensure(name, () => {
    const code = createCode();
    runtimeType(code, 'XmlReader');
    const returns = typed(code, namedType(group.name));
    readChoice(context, code, group);
    return finishFunction(code, {
      name,
      exported: false,
      doc: 'Reads one turn of a repeated choice. The reader stands behind the start tag of its element.',
      parameters: [readerParameter],
      returns,
      namespace: group.namespace,
    });
  });
}

function readChoice(context: CodecContext, code: Code, group: GroupShape): void {
  const taken = (field: ContentField): string => {
    const value = itemExpression(context, code, field);
    return `return { ${propertyKey(field.property)}: ${field.repeated ? `[${value}]` : value} };`;
  };
  switchNames(context, code, takenElements(group.fields), (field) => line(code, taken(field)));
  const any = group.fields.find((field) => field.kind === 'any');
  line(code, any === undefined ? "return reader.fail('Unexpected element.');" : taken(any));
}
