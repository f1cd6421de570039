import type { WrittenKind } from '../model/definitions.ts';
import { commentText, docComment } from './encode.ts';
import { fits, unionType } from './layout.ts';
import type { BodyShape } from './message-shape.ts';
import type { DeclarationPlan } from './plan.ts';
import type { ElementField, TypeText } from './shape.ts';
import { namedType, plainType, unionOf } from './shape-simple.ts';
import { property } from './types/declare-object.ts';
import { fieldType, isOptional } from './types/type-text.ts';

/** A type of an operation, with the declaration made for it alone. */
export interface MessageType {
  readonly type: TypeText;
  readonly declaration: DeclarationPlan | undefined;
}

const absent = plainType('undefined');

/** Type of the input; `undefined` for an operation without parameters. */
export function inputType(
  body: BodyShape,
  name: string,
  operation: string,
  namespace: string,
): MessageType | undefined {
  const doc = `Input of operation \`${commentText(operation)}\`.`;
  switch (body.kind) {
    case 'empty':
    case 'void':
      return undefined;
    case 'object':
    case 'content':
      return aliased(body.object.name, name, doc, namespace);
    case 'parts':
      if (body.fields.length === 0) return undefined;
      return {
        type: namedType(name),
        declaration: partsInterface(body.fields, name, doc, namespace),
      };
    case 'unwrapped':
    case 'single':
      return {
        type: namedType(name),
        declaration: partsInterface([body.field], name, doc, namespace),
      };
  }
}

/** Type of the result. */
export function outputType(
  body: BodyShape,
  name: string,
  operation: string,
  namespace: string,
): MessageType {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return { type: plainType('void'), declaration: undefined };
    case 'object':
    case 'content':
      return { type: namedType(body.object.name), declaration: undefined };
    case 'parts': {
      if (body.fields.length === 0) return { type: plainType('void'), declaration: undefined };
      const doc = `Output of operation \`${commentText(operation)}\`.`;
      return {
        type: namedType(name),
        declaration: partsInterface(body.fields, name, doc, namespace),
      };
    }
    case 'unwrapped':
    case 'single':
      return { type: resultType(body.field), declaration: undefined };
  }
}

/** Type of a result that is one field. */
export function resultType(field: ElementField): TypeText {
  const type = fieldType(field);
  return isOptional(field) ? unionOf([type, absent]) : type;
}

/** Type of the result of an operation that writes straight to the response. */
export function writtenType(kind: WrittenKind): TypeText {
  switch (kind) {
    case 'text':
      return plainType('string');
    case 'binary':
      return plainType('Uint8Array');
    case 'json':
      return { text: 'JsonValue', names: ['JsonValue'], runtime: [], union: false };
  }
}

function aliased(type: string, name: string, doc: string, namespace: string): MessageType {
  // an anonymous wrapper type is named as the message itself
  if (type === name || `${type}Message` === name) {
    return { type: namedType(type), declaration: undefined };
  }
  return {
    type: namedType(name),
    declaration: {
      name,
      text: `${docComment([doc])}${aliasText(name, type)}`,
      runtimeTypes: [],
      uses: [type],
      namespace,
    },
  };
}

/** An interface with a property for each part. */
export function partsInterface(
  fields: readonly ElementField[],
  name: string,
  doc: string,
  namespace: string,
): DeclarationPlan {
  const mentioned = { names: new Set<string>(), runtime: new Set<string>() };
  const lines = fields.map((field) => property(field, isOptional(field), 1, mentioned));
  return {
    name,
    text: `${docComment([doc])}export interface ${name} {\n${lines.join('')}}`,
    runtimeTypes: [...mentioned.runtime],
    uses: [...mentioned.names].filter((one) => one !== name),
    namespace,
  };
}

/** `export type A = B;`, broken behind the sign where it is too long. */
export function aliasText(name: string, type: string): string {
  const flat = `export type ${name} = ${type};`;
  if (!type.includes(' | ') && !fits(flat)) return `export type ${name} =\n  ${type};`;
  return unionType({
    before: `export type ${name} = `,
    members: type.startsWith('readonly ') ? [type] : type.split(' | '),
    after: ';',
  });
}
