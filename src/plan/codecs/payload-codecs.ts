import type { CodecPlan } from '../plan.ts';
import type { PlaceShape, TypeText } from '../shape.ts';
import {
  createCode,
  finishFunction,
  readerParameter,
  runtime,
  runtimeType,
  typed,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { guarded } from './guarded.ts';
import { readExpression } from './read-place.ts';
import { statement } from './statement.ts';
import { standaloneValue } from './value-source.ts';
import { writePlace } from './write-place.ts';
import { createTemplate, finishMessage } from './xml-template.ts';

/**
 * Writes an element that stands for itself: a fault's detail, a header entry, a record of a result.
 *
 * @param scope Default namespace around it.
 */
export function writePayload(
  context: CodecContext,
  place: PlaceShape,
  type: TypeText,
  name: string,
  what: string,
  scope = '',
): CodecPlan {
  const code = createCode();
  const parameters = [`value: ${typed(code, type)}`];
  const template = createTemplate(code);
  guarded(
    code,
    () => {
      writePlace(context, template, place, standaloneValue(code, 'value'), scope);
      finishMessage(template);
    },
    `${runtime(code, 'unwritable')}(error, value)`,
  );
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes ${what}.`,
    parameters,
    returns: 'string',
    namespace: place.element.name.namespace,
  });
}

/** Reads a fault's detail element or a header entry whose START has been read. */
export function readPayload(
  context: CodecContext,
  place: PlaceShape,
  type: TypeText,
  name: string,
  what: string,
): CodecPlan {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const returns = typed(code, type);
  guarded(
    code,
    () => statement(code, 'return', readExpression(context, code, place)),
    `${runtime(code, 'unreadable')}(error, reader)`,
  );
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads ${what}. The reader stands behind the start tag.`,
    parameters: [readerParameter],
    returns,
    namespace: place.element.name.namespace,
  });
}
