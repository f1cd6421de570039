import { propertyAccess, propertyKey, stringLiteral } from '../encode.ts';
import type { CodecPlan } from '../plan.ts';
import type { AttachmentPlan } from '../plan-attachments.ts';
import type { TypeText } from '../shape.ts';
import { readMessage } from './checked-message.ts';
import {
  type Code,
  createCode,
  finishFunction,
  line,
  objectLines,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import type { MessageCodec } from './message-codecs.ts';
import { statement } from './statement.ts';

/** The function that gives the parts which travel beside an envelope. */
export function attachParts(
  { direction, operation, namespace }: MessageCodec,
  type: TypeText,
  attachments: readonly AttachmentPlan[],
  name: string,
): CodecPlan {
  const code = createCode();
  runtimeType(code, 'Attachment');
  const parameter = direction === 'request' ? 'input' : 'output';
  const parameters = [`${parameter}: ${typed(code, type)}`];
  line(code, 'return [');
  code.indent += 1;
  for (const attachment of attachments) {
    objectLines(
      code,
      '',
      [
        ['part', stringLiteral(attachment.part)],
        ['type', stringLiteral(attachment.sentAs)],
        ['content', contentExpression(code, attachment, parameter)],
      ],
      ',',
    );
  }
  code.indent -= 1;
  line(code, '];');
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Gives the attachments of the ${direction} of operation \`${operation}\`.`,
    parameters,
    returns: 'readonly Attachment[]',
    namespace,
  });
}

function contentExpression(
  code: Code,
  { kind, property, payload }: AttachmentPlan,
  owner: string,
): string {
  const value = propertyAccess(owner, property);
  if (payload !== undefined) {
    return `${runtime(code, 'asDocument')}(${uses(code, payload.write)}(${value}))`;
  }
  const check = runtime(code, kind === 'text' ? 'asText' : 'attachBytes');
  return `${check}(${value}, ${owner}, ${stringLiteral(property)})`;
}

/**
 * The function that reads a Body and what came beside it as one value.
 *
 * @param message That of the Body alone.
 * @param whole Type of the value.
 */
export function readAttached(
  context: CodecContext,
  message: MessageCodec,
  whole: TypeText,
  attachments: readonly AttachmentPlan[],
  name: string,
): CodecPlan {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  runtimeType(code, 'AttachedParts');
  const inner = `${name}$Body`;
  const read = uses(
    code,
    context.ensure(inner, () => readMessage(context, message, inner)),
  );
  const hasBody = message.type !== undefined;
  if (hasBody) statement(code, 'const body =', `${read}(reader)`);
  else line(code, `${read}(reader);`);
  line(code, 'return {');
  code.indent += 1;
  if (hasBody) line(code, '...body,');
  for (const attachment of attachments) {
    const value = attachedExpression(code, attachment);
    statement(code, `${propertyKey(attachment.property)}:`, value, ',');
  }
  code.indent -= 1;
  line(code, '};');
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads the ${message.direction} of operation \`${message.operation}\` with its attachments.`,
    parameters: [readerParameter, 'attached?: AttachedParts'],
    returns: typed(code, whole),
    namespace: message.namespace,
  });
}

function attachedExpression(code: Code, { kind, part, payload }: AttachmentPlan): string {
  const name = stringLiteral(part);
  if (payload === undefined) {
    return `${runtime(code, kind === 'text' ? 'attachedText' : 'attachedBytes')}(attached, ${name})`;
  }
  const { local, namespace } = payload.element;
  const names = [name, stringLiteral(local), stringLiteral(namespace)].join(', ');
  return `${runtime(code, 'attachedXml')}(attached, ${names}, ${uses(code, payload.read)})`;
}
