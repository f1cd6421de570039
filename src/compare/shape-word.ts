import type { ElementDeclaration } from '../model/schema.ts';
import type { MessagePart, ServiceOperation } from '../model/service-model.ts';
import { contentOf } from './content.ts';
import { typeWord } from './words.ts';

/** Input and output of an operation in short; equal for operations that differ by name alone. */
export function shapeWord(operation: ServiceOperation): string {
  const soap = operation.soap11 ?? operation.soap12;
  const http = operation.httpGet ?? operation.httpPost;
  const input = soap?.input.parts ?? http?.parameters ?? [];
  const output = soap?.output?.parts ?? (http?.result === undefined ? [] : [http.result]);
  const name = operation.name;
  return `${partsWord(input, name)} -> ${partsWord(output, name)} ${operation.written ?? ''} ${operation.oneWay}`;
}

/** Whether a shape has nothing by which to know an operation. */
export function isBareShape(shape: string): boolean {
  return !shape.includes(':');
}

function partsWord(parts: readonly MessagePart[], operation: string): string {
  return parts
    .map(({ name, element, type }) => {
      if (element !== undefined) return elementWord(element, operation);
      return type === undefined ? name : `${name}: ${typeWord(type)}`;
    })
    .join(', ');
}

/** The names of a wrapper and of its result follow that of the operation. */
function elementWord({ name, type }: ElementDeclaration, operation: string): string {
  if (type.kind === 'simple' || type.name !== undefined)
    return `${name.localName}: ${typeWord(type)}`;
  const fields = contentOf(type.particle).items.map((item) => {
    if (item.kind !== 'element') return item.kind;
    const { localName } = item.element.name;
    const own = localName === `${operation}Result` ? 'Result' : localName;
    const inner = item.element.type;
    const word = inner.name === undefined ? 'anonymous' : typeWord(inner);
    return `${own}: ${word} ${item.min} ${item.max} ${item.element.nillable}`;
  });
  return `{ ${fields.join(', ')} }`;
}
