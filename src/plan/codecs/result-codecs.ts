import { namespaces } from '../../model/namespaces.ts';
import { propertyAccess, propertyKey, stringLiteral } from '../encode.ts';
import type { CodecPlan } from '../plan.ts';
import { notNil, type PlaceShape, type TypeText } from '../shape.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  line,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { guarded } from './guarded.ts';
import { missingPlace } from './missing.ts';
import { readExpression, readNil } from './read-place.ts';
import { constantText } from './simple.ts';
import { statement } from './statement.ts';
import { standaloneValue } from './value-source.ts';
import { writeNilled } from './write-nil.ts';
import { writePlace } from './write-place.ts';
import { createTemplate, finishMessage, finishTemplate } from './xml-template.ts';

/** Declarations ASMX puts on roots that may need them (asmx-behaviour 5.2). */
const declarations = ` xmlns:xsi="${namespaces.xsi}" xmlns:xsd="${namespaces.xsd}"`;

/** What a result may be where there is no value. */
export interface Emptiness {
  readonly undefinable: boolean;
  readonly nullable: boolean;
  /** The place of the result, where nil may be more than `null`. */
  readonly nil: PlaceShape | undefined;
}

/** The result of an operation over HTTP GET and POST. */
export interface HttpResult {
  /** The root element. */
  readonly place: PlaceShape;
  readonly type: TypeText;
  readonly empty: Emptiness;
  /** The one property of the result that the root stands for; absent where it stands for the whole. */
  readonly property: string | undefined;
  readonly operation: string;
}

/** The function that writes the root element of the answer by HTTP GET or POST. */
export function writeResult(context: CodecContext, result: HttpResult, name: string): CodecPlan {
  const { place, type, empty, property, operation } = result;
  const code = createCode();
  const value = property === undefined ? 'output' : propertyAccess('output', property);
  const output = typed(code, type);
  const { namespace, localName } = place.element.name;
  const root = notNil(place);
  guarded(
    code,
    () => {
      const tests = [
        ...(empty.undefinable ? [`${value} === undefined`] : []),
        ...(empty.nullable ? [`${value} === null`] : []),
      ];
      if (tests.length > 0) {
        block(code, `if (${tests.join(' || ')})`, () => {
          const xmlns = namespace === '' ? '' : ` xmlns="${constantText(namespace, 'attribute')}"`;
          // a null number of ASMX is an empty element that does not say so
          const nil = isNumber(place) && !empty.undefinable ? '' : ' xsi:nil="true"';
          line(code, `return '<${localName}${declarations}${nil}${xmlns} />';`);
        });
      }
      const template = createTemplate(code);
      if (empty.nil !== undefined) writeNilResult(context, code, result, empty.nil, value);
      const source =
        property === undefined
          ? standaloneValue(code, value)
          : { value, owner: 'output', name: stringLiteral(property) };
      const attributes = place.value.kind === 'simple' ? undefined : declarations;
      writePlace(context, template, root, source, '', attributes);
      finishMessage(template);
    },
    `${runtime(code, 'unwritable')}(error, output)`,
  );
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes the result of operation \`${operation}\` as a document of its own.`,
    parameters: [`output: ${output}`],
    returns: 'string',
    namespace,
  });
}

/** Writes a root that is nil and has attributes. */
function writeNilResult(
  context: CodecContext,
  code: Code,
  { place }: HttpResult,
  nil: PlaceShape,
  value: string,
): void {
  const { namespace, localName } = place.element.name;
  const xmlns = namespace === '' ? '' : ` xmlns="${constantText(namespace, 'attribute')}"`;
  block(code, `if (${runtime(code, 'isNilled')}(${value}))`, () => {
    const template = createTemplate(code);
    const tag = { start: `<${localName}${declarations}${xmlns}`, scope: namespace };
    writeNilled(context, template, nil, value, tag);
    finishTemplate(template);
  });
}

/** Whether an empty element is no value of the type. */
function isNumber({ value }: PlaceShape): boolean {
  return value.kind === 'simple' && value.codec.kind !== 'text';
}

/** The function that reads such an answer; the reader stands before the root. */
export function readResult(context: CodecContext, result: HttpResult, name: string): CodecPlan {
  const { place, type, empty, property, operation } = result;
  const code = createCode();
  const whole = (value: string): string =>
    property === undefined ? value : `{ ${propertyKey(property)}: ${value} }`;
  runtimeType(code, 'XmlReader');
  const returns = typed(code, type);
  const root = notNil(place);
  guarded(
    code,
    () => {
      line(code, 'reader.nextTag();');
      const nothing = empty.nullable
        ? 'null'
        : empty.undefinable
          ? 'undefined'
          : missingPlace(code, root);
      const test =
        empty.nullable && isNumber(place)
          ? 'reader.isNil() || reader.selfClosed'
          : 'reader.isNil()';
      block(code, `if (${test})`, () => {
        if (empty.nil === undefined) line(code, 'reader.skip();');
        const given = empty.nil === undefined ? nothing : readNil(context, code, empty.nil);
        statement(code, 'return', whole(given));
      });
      statement(code, 'return', whole(readExpression(context, code, root)));
    },
    `${runtime(code, 'unreadable')}(error, reader)`,
  );
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads the result of operation \`${operation}\` from a document of its own.`,
    parameters: [readerParameter],
    returns,
    namespace: place.element.name.namespace,
  });
}

/**
 * The function that writes a request as a document.
 *
 * @param request name of the function that writes it into an envelope
 */
export function writeDocument(
  request: string,
  input: TypeText,
  name: string,
  operation: string,
  namespace: string,
): CodecPlan {
  const code = createCode();
  statement(code, 'return', `${runtime(code, 'asDocument')}(${uses(code, request)}(input))`);
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes the request of operation \`${operation}\` as a document of its own.`,
    parameters: [`input: ${typed(code, input)}`],
    returns: 'string',
    namespace,
  });
}
