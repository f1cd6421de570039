import type { ComplexType } from '../../model/schema.ts';
import { stringLiteral } from '../encode.ts';
import { elementsOf } from '../ordered-content.ts';
import type { CodecPlan } from '../plan.ts';
import type { ContentField, ContentNode, FieldNode, ObjectShape, SequenceNode } from '../shape.ts';
import type { Code } from './code.ts';
import { createCode, finishFunction, fitsLine, line, runtime, runtimeType } from './code.ts';
import type { CodecContext } from './context.ts';

/** A content model in which the order counts, as its codec knows it. */
export interface OrderedContent {
  /** Name of the function that gives the model. */
  readonly model: string;
  /** One field for each case of the reader and the writer: those that are read and written alike share one. */
  readonly cases: readonly ContentField[];
}

/** An expression: text, or a call whose arguments may go to lines of their own. */
type Expression = string | { readonly callee: string; readonly items: readonly Expression[] };

/**
 * Makes sure the function that gives a content model is there.
 *
 * @param name of the type or message
 * @param what what to call it in the comment
 */
export function orderedContent(
  context: CodecContext,
  name: string,
  content: SequenceNode,
  what: string,
  namespace: string,
): OrderedContent {
  const cases: ContentField[] = [];
  collectCases(content, cases);
  const model = context.typeFunction('content', name);
  context.ensure(model, () => makeModel(model, content, cases, what, namespace));
  return { model, cases };
}

/** The content model of an object type, in which the order counts. */
export function objectContent(context: CodecContext, shape: ObjectShape): OrderedContent {
  const what = `complexType \`${typeLabel(shape.source)}\``;
  const name = shape.family?.fieldsName ?? shape.name;
  const namespace = context.shaper.namespaceOf(shape.source);
  return orderedContent(context, name, shape.content, what, namespace);
}

function collectCases(node: ContentNode, cases: ContentField[]): void {
  if (node.kind === 'field') {
    const { field } = node;
    if (field.kind === 'group') collectCases(field.group.content, cases);
    else if (!cases.some((one) => isAlike(one, field))) cases.push(field);
    return;
  }
  for (const inner of node.kind === 'sequence' ? node.nodes : node.branches) {
    collectCases(inner, cases);
  }
}

/** Whether two fields are of elements that are read and written in the same way. */
function isAlike(one: ContentField, other: ContentField): boolean {
  if (one === other) return true;
  if (one.kind === 'head') return other.kind === 'head' && one.head === other.head;
  if (one.kind === 'any') return other.kind === 'any';
  if (one.kind !== 'element' || other.kind !== 'element') return false;
  const left = one.place.element;
  const right = other.place.element;
  return (
    left.name.localName === right.name.localName &&
    left.name.namespace === right.name.namespace &&
    left.type === right.type &&
    left.nillable === right.nillable &&
    left.fixed === right.fixed &&
    left.default === right.default &&
    left.block === right.block
  );
}

function makeModel(
  name: string,
  content: SequenceNode,
  cases: readonly ContentField[],
  what: string,
  namespace: string,
): CodecPlan {
  const code = createCode();
  const returns = runtimeType(code, 'XmlContentModel');
  layOut(code, 'return ', expressionOf(code, content, cases), ';');
  return finishFunction(code, {
    name,
    exported: false,
    doc: `Content model of ${what}: the order of its elements tells what they are.`,
    parameters: [],
    returns,
    namespace,
  });
}

function expressionOf(code: Code, node: ContentNode, cases: readonly ContentField[]): Expression {
  switch (node.kind) {
    case 'field':
      return fieldExpression(code, node, cases);
    case 'sequence': {
      const items = node.nodes.map((one) => expressionOf(code, one, cases));
      return { callee: runtime(code, 'modelSequence'), items };
    }
    case 'choice': {
      const items = node.branches.map((one) => expressionOf(code, one, cases));
      return { callee: runtime(code, 'modelChoice'), items: [String(node.optional), ...items] };
    }
  }
}

function fieldExpression(code: Code, node: FieldNode, cases: readonly ContentField[]): Expression {
  const { field, max } = node;
  const property = stringLiteral(field.property);
  if (field.kind === 'group') {
    // turns without elements leave no trace
    const min = node.optional ? 0 : node.min;
    const turn = expressionOf(code, field.group.content, cases);
    const items = [property, String(min), String(max), turn];
    return { callee: runtime(code, 'modelRepeat'), items };
  }
  const number = cases.findIndex((one) => isAlike(one, field));
  const head = [String(number), property, String(field.repeated), String(node.min), String(max)];
  if (field.kind === 'any') {
    const { allowed } = node.wildcard ?? field.wildcard;
    const namespaces =
      allowed.kind === 'list'
        ? allowed.namespaces
        : allowed.kind === 'any'
          ? []
          : ['', allowed.than];
    const kind = allowed.kind === 'list' ? "'only'" : "'not'";
    const items = [...head, kind, ...namespaces.map(stringLiteral)];
    return { callee: runtime(code, 'modelAny'), items };
  }
  const names = elementsOf(field).flatMap(({ name }) => [name.namespace, name.localName]);
  const items = [...head, ...names.map(stringLiteral)];
  return { callee: runtime(code, 'modelElement'), items };
}

function flat(expression: Expression): string {
  if (typeof expression === 'string') return expression;
  return `${expression.callee}(${expression.items.map(flat).join(', ')})`;
}

/** Adds an expression, its arguments on lines of their own where it is too long for one. */
function layOut(code: Code, before: string, expression: Expression, after: string): void {
  const text = `${before}${flat(expression)}${after}`;
  if (typeof expression === 'string' || fitsLine(code, text)) {
    line(code, text);
    return;
  }
  line(code, `${before}${expression.callee}(`);
  code.indent += 1;
  for (const item of expression.items) layOut(code, '', item, ',');
  code.indent -= 1;
  line(code, `)${after}`);
}

/** A type as comments name it. */
export function typeLabel(source: ComplexType): string {
  return source.name?.localName ?? source.context.join('/');
}
