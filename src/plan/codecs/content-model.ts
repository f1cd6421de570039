import type { ComplexType } from '../../model/xsd/schema.ts';
import { stringLiteral } from '../print/encode.ts';
import { callWith, type Expression, entry, object } from '../print/node.ts';
import { returns } from '../print/statement.ts';
import { runtimeType } from '../print/type-node.ts';
import { elementsOf } from '../shapes/ordered-content.ts';
import type {
  ContentField,
  ContentNode,
  FieldNode,
  ObjectShape,
  SequenceNode,
} from '../shapes/shape.ts';
import { codecFunction, runtime } from './codec.ts';
import type { CodecContext } from './context.ts';

/** A content model in which order matters, as its codec uses it. */
export interface OrderedContent {
  /** Name of the function that returns the model. */
  readonly model: string;
  /**
   * One field for each case of the reader and the writer. Fields that are read and written alike
   * share one.
   */
  readonly cases: readonly ContentField[];
}

/** Case numbers of the nodes of fields. */
type CaseNumbers = ReadonlyMap<FieldNode, number>;

/** Plans the function for the content model of an object type in which order matters. */
export function objectContent(context: CodecContext, shape: ObjectShape): OrderedContent {
  const { content, family, source } = shape;
  const { cases, numbers } = casesOf(content);
  const model = context.typeFunction('content', family?.fieldsName ?? shape.name);
  const what = `complexType \`${typeLabel(source)}\``;
  context.ensure(model, () =>
    codecFunction({
      name: model,
      doc: `Content model of ${what}: the order of its elements tells what they are.`,
      returns: runtimeType('XmlContentModel'),
      body: [returns(expressionOf(context, content, numbers))],
      namespace: context.shaper.namespaceOf(source),
    }),
  );
  return { model, cases };
}

/** The cases of a content model. Element fields that are read and written alike share one. */
function casesOf(content: SequenceNode): {
  readonly cases: readonly ContentField[];
  readonly numbers: CaseNumbers;
} {
  const cases: ContentField[] = [];
  const numbers = new Map<FieldNode, number>();
  const known = new Map<object, Map<string, number>>();
  const collect = (node: ContentNode): void => {
    if (node.kind === 'sequence') node.nodes.forEach(collect);
    else if (node.kind === 'choice') node.branches.forEach(collect);
    else if (node.field.kind === 'group') collect(node.field.group.content);
    else if (!numbers.has(node)) {
      const field = fieldAt(node, node.field);
      const { owner, key } = caseKey(field);
      const alike = known.get(owner) ?? new Map<string, number>();
      known.set(owner, alike);
      const number = alike.get(key) ?? cases.length;
      if (number === cases.length) cases.push(field);
      alike.set(key, number);
      numbers.set(node, number);
    }
  };
  collect(content);
  return { cases, numbers };
}

type Leaf = Exclude<ContentField, { kind: 'group' }>;

/** A field as it is at a node: of several wildcards in one field, the one there. */
function fieldAt({ wildcard }: FieldNode, field: Leaf): Leaf {
  return field.kind === 'any' && wildcard !== undefined ? { ...field, wildcard } : field;
}

/** Key that all wildcards share. */
const wildcardCase = {};

/** Key of fields that are read and written alike: an object and a text. */
function caseKey(field: Leaf): {
  readonly owner: object;
  readonly key: string;
} {
  if (field.kind === 'head') return { owner: field.head, key: '' };
  if (field.kind === 'any') return { owner: wildcardCase, key: field.wildcard.processContents };
  const { name, type, nillable, fixed, default: given, block } = field.place.element;
  const key = JSON.stringify([name.namespace, name.localName, nillable, fixed, given, block]);
  return { owner: type, key };
}

function expressionOf(context: CodecContext, node: ContentNode, numbers: CaseNumbers): Expression {
  switch (node.kind) {
    case 'field':
      return fieldExpression(context, node, numbers);
    case 'sequence': {
      const items = node.nodes.map((one) => expressionOf(context, one, numbers));
      return callWith(runtime('modelSequence'), items);
    }
    case 'choice': {
      const items = node.branches.map((one) => expressionOf(context, one, numbers));
      return callWith(runtime('modelChoice'), [String(node.optional), ...items]);
    }
  }
}

function fieldExpression(context: CodecContext, node: FieldNode, numbers: CaseNumbers): Expression {
  const { field, max } = node;
  const property = stringLiteral(field.property);
  if (field.kind === 'group') {
    // empty iterations leave no trace
    const min = node.optional ? 0 : node.min;
    const turn = expressionOf(context, field.group.content, numbers);
    const items = [property, String(min), String(max), turn];
    return callWith(runtime('modelRepeat'), items);
  }
  const taken = elementsOf(field).map(({ name }) => name);
  const isNamed = field.kind !== 'any' && field.property === taken[0]?.localName;
  const place = object([
    entry('leaf', String(numbers.get(node) ?? 0)),
    ...(isNamed ? [] : [entry('property', property)]),
    ...(field.repeated ? [entry('list', 'true')] : []),
    ...(node.min === 1 ? [] : [entry('min', String(node.min))]),
    ...(max === 1 ? [] : [entry('max', String(max))]),
  ]);
  if (field.kind === 'any') {
    const { allowed } = node.wildcard ?? field.wildcard;
    const namespaces =
      allowed.kind === 'list'
        ? allowed.namespaces
        : allowed.kind === 'any'
          ? []
          : ['', allowed.than];
    const kind = allowed.kind === 'list' ? "'only'" : "'not'";
    const given = namespaces.map((one) => context.namespace(one));
    return callWith(runtime('modelAny'), [place, kind, ...given]);
  }
  const names = taken.flatMap(({ namespace, localName }) => [
    context.namespace(namespace),
    stringLiteral(localName),
  ]);
  return callWith(runtime('modelElement'), [place, ...names]);
}

/** Name of a type in comments. */
export function typeLabel(source: ComplexType): string {
  return source.name?.localName ?? source.context.join('/');
}
