import { namespaces } from '../../../model/common/namespaces.ts';
import { stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import { binary, binaryOf, call, type Expression } from '../../print/node.ts';
import { ifBlock, line, returns, type Statement } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { notNil, type PlaceShape } from '../../shapes/shape.ts';
import { codec, codecFunction, local, property, runtime, writeOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { constantText } from '../simple/simple.ts';
import { standaloneValue } from '../value-source.ts';
import { writeNilled } from '../write/write-nil.ts';
import { writePlace } from '../write/write-place.ts';
import { returned, returnedMessage } from '../write/xml-template.ts';

/** Declarations ASMX puts on roots that may need them (asmx-behaviour 5.2). */
const declarations = ` xmlns:xsi="${namespaces.xsi}" xmlns:xsd="${namespaces.xsd}"`;

/** How a missing result is represented. */
export interface Emptiness {
  readonly undefinable: boolean;
  readonly nullable: boolean;
  /** The place of the result, if nil may be more than `null`. */
  readonly nil: PlaceShape | undefined;
}

/** The result of an operation over HTTP GET and POST. */
export interface HttpResult {
  /** The root element. */
  readonly place: PlaceShape;
  readonly type: TypeNode;
  readonly empty: Emptiness;
  /** The one property of the result that is in the root; absent if the root is the whole result. */
  readonly property: string | undefined;
  readonly operation: string;
}

/** The function that writes the root element of the HTTP GET or POST answer. */
export function writeResult(context: CodecContext, result: HttpResult, name: string): CodecPlan {
  const { place, type, operation } = result;
  const output = local('output');
  return codecFunction({
    name,
    exported: true,
    doc: `Writes the result of operation \`${operation}\` as a document of its own.`,
    parameters: [{ name: 'output', type }],
    returns: 'string',
    body: [writeOrThrow(resultStatements(context, result), output)],
    namespace: place.element.name.namespace,
  });
}

function resultStatements(context: CodecContext, result: HttpResult): readonly Statement[] {
  const { place, empty, property: only } = result;
  const output = local('output');
  const value = only === undefined ? output : property(output, only);
  const nilled = empty.nil === undefined ? [] : [writeNilResult(context, result, empty.nil, value)];
  const source =
    only === undefined
      ? standaloneValue(value)
      : { value, owner: output, name: stringLiteral(only) };
  const attributes = place.value.kind === 'simple' ? undefined : declarations;
  const written = writePlace(context, notNil(place), source, { scope: '', attributes });
  return [...emptyResult(result, value), ...nilled, ...returnedMessage(written)];
}

/** Writes a result without a value. */
function emptyResult({ place, empty }: HttpResult, value: Expression): readonly Statement[] {
  const tests = [
    ...(empty.undefinable ? [binary('===', value, 'undefined')] : []),
    ...(empty.nullable ? [binary('===', value, 'null')] : []),
  ];
  if (tests.length === 0) return [];
  // a null number of ASMX is an empty element without `xsi:nil`
  const nil = isNumber(place) && !empty.undefinable ? '' : ' xsi:nil="true"';
  const { localName } = place.element.name;
  const element = `<${localName}${declarations}${nil}${defaultNamespace(place)} />`;
  return [ifBlock(binaryOf('||', tests), [line(`return '${element}';`)])];
}

function defaultNamespace({ element }: PlaceShape): string {
  const { namespace } = element.name;
  return namespace === '' ? '' : ` xmlns="${constantText(namespace, 'attribute')}"`;
}

/** Writes a nil root with attributes. */
function writeNilResult(
  context: CodecContext,
  { place }: HttpResult,
  nil: PlaceShape,
  value: Expression,
): Statement {
  const { namespace, localName } = place.element.name;
  const start = `<${localName}${declarations}${defaultNamespace(place)}`;
  const pieces = writeNilled(context, nil, value, { start, scope: namespace });
  return ifBlock(call(runtime('isNilled'), value), returned(pieces));
}

/** Whether an empty element is not valid for the type. */
export function isNumber({ value }: PlaceShape): boolean {
  return value.kind === 'simple' && value.codec.kind !== 'text';
}

/** A message written as a document. */
export interface MessageDocument {
  /** Name of the function that writes it into an envelope. */
  readonly content: string;
  readonly parameter: { readonly name: string; readonly type: TypeNode };
  /** What it is, for a comment. */
  readonly what: string;
  readonly namespace: string;
}

/** The function that writes a message as a document of its own. */
export function writeDocument(
  { content, parameter, what, namespace }: MessageDocument,
  name: string,
): CodecPlan {
  const written = call(codec(content), local(parameter.name));
  return codecFunction({
    name,
    exported: true,
    doc: `Writes the ${what} as a document of its own.`,
    parameters: [parameter],
    returns: 'string',
    body: [returns(call(runtime('asDocument'), written))],
    namespace,
  });
}
