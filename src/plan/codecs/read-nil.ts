import { propertyKey, stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import type { ObjectShape } from '../shape.ts';
import { nilName, ownNilName, tagFields } from '../shape-nil.ts';
import { namedType } from '../shape-simple.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  ifBlock,
  line,
  objectLines,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import { typeLabel } from './content-model.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { attributeName, byNamespace, fieldValue, readAttributes, typeEntry } from './read-type.ts';

/**
 * Name of the function that reads an element which says it is nil, at a place of a type: `null` where it says no more. The reader stands
 * behind the start tag.
 */
export function nilReader(context: CodecContext, shape: ObjectShape): string {
  if (shape.family?.head !== true) return ownReader(context, shape);
  const name = context.typeFunction('read', nilName(shape));
  return context.ensure(name, () => {
    const code = createCode();
    chooseByType(context, code, shape);
    return finishReader(context, code, shape, name, nilName(shape));
  });
}

/** Name of the function for a type itself, whatever derives from it. */
function ownReader(context: CodecContext, shape: ObjectShape): string {
  const name = context.typeFunction('read', ownNilName(shape));
  return context.ensure(name, () => {
    const code = createCode();
    readOwn(context, code, shape);
    return finishReader(context, code, shape, name, ownNilName(shape));
  });
}

function finishReader(
  context: CodecContext,
  code: Code,
  shape: ObjectShape,
  name: string,
  type: string,
) {
  runtimeType(code, 'XmlReader');
  return finishFunction(code, {
    name,
    exported: false,
    doc: `Reads a nil element of complexType \`${typeLabel(shape.source)}\`. The reader stands behind the start tag.`,
    parameters: [readerParameter],
    returns: `${typed(code, namedType(type))} | null`,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Chooses by `xsi:type`. */
function chooseByType(context: CodecContext, code: Code, shape: ObjectShape): void {
  const { family } = shape;
  const own = family?.concrete === true ? uses(code, ownReader(context, shape)) : undefined;
  const rest = `return ${own ?? runtime(code, 'nil')}(reader);`;
  line(code, 'const type = reader.xsiType();');
  block(code, 'if (type === undefined)', () => line(code, rest));
  for (const [namespace, members] of byNamespace(family?.members ?? [])) {
    const constant = namespaceConstant(context, code, namespace);
    block(code, `if (type.namespace === ${constant})`, () => {
      block(code, 'switch (type.local)', () => {
        for (const member of members) {
          line(code, `case ${stringLiteral(member.source.name?.localName ?? '')}:`);
          line(code, `  return ${uses(code, ownReader(context, member))}(reader);`);
        }
      });
    });
  }
  line(code, `${runtime(code, 'otherType')}(reader, type);`);
  line(code, rest);
}

function readOwn(context: CodecContext, code: Code, shape: ObjectShape): void {
  const fields = tagFields(shape);
  const tests: string[] = [];
  if (shape.family !== undefined) tests.push('reader.xsiType() === undefined');
  if (fields.some((field) => field.kind === 'anyAttributes')) {
    tests.push(`${runtime(code, 'isOnlyNil')}(reader)`);
  } else if (fields.length > 0) {
    const list = arrayLiteral({
      before: `const bare = ${runtime(code, 'isOnlyNil')}(reader, `,
      items: fields.flatMap(attributeName).map(stringLiteral),
      after: ');',
      indent: code.indent,
    });
    line(code, list);
    tests.push('bare');
  }
  ifBlock(code, tests, '&&', () => line(code, `return ${runtime(code, 'nil')}(reader);`));
  readAttributes(context, code, shape);
  line(code, `${runtime(code, 'nil')}(reader);`);
  const entries = fields.map((field): readonly [string, string] => [
    propertyKey(field.property),
    fieldValue(code, field, new Set()),
  ]);
  const all = [['$nil', 'true'] as const, ...typeEntry(context, shape), ...entries];
  objectLines(code, 'return ', all, ';');
}
