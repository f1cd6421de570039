import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import type { ReadShapes } from '../declarations/read-shapes.ts';
import { placeType } from '../declarations/type-text.ts';
import {
  describedConstant,
  description,
  exportedConstant,
  imported,
} from '../describe/context/constant.ts';
import type { Describer } from '../describe/context/describer.ts';
import { describeRoot } from '../describe/describe-root.ts';
import { lookingUp, readerOf } from '../describe/message-functions.ts';
import { commentLines, commentText } from '../print/encode.ts';
import { arrow, type Expression, joined, node } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import type { ElementPlan } from '../result/element-plan.ts';
import type { ConstantPlan } from '../result/plan.ts';
import type { PlaceShape } from '../shapes/shape.ts';
import type { ElementNames } from './name-elements.ts';

/** What the types of elements and their descriptions are planned with. */
export interface ElementContext {
  readonly describer: Describer;
  readonly reading: ReadShapes;
}

/** Plans the functions for documents, and requests the descriptions that they use. */
export function planElements(
  context: ElementContext,
  names: ElementNames,
  target: string,
): readonly ElementPlan[] {
  return [...names].map(([element, name]) => ({
    ...planElement(context, element, name),
    label: labelOf(element, target),
  }));
}

/** Name of an element for a comment, with its namespace if that is not the target namespace. */
function labelOf({ name: { localName, namespace } }: ElementDeclaration, target: string): string {
  const label = `\`${commentText(localName)}\``;
  if (namespace === target) return label;
  return `${label} ${namespace === '' ? 'without namespace' : `of \`${commentText(namespace)}\``}`;
}

function planElement(
  { describer, reading }: ElementContext,
  element: ElementDeclaration,
  name: string,
): Omit<ElementPlan, 'label'> {
  const place = describer.context.shaper.place(element);
  const { namespace } = element.name;
  return {
    name,
    namespace,
    documentation: commentLines(element.documentation ?? ''),
    type: placeType(place),
    readType: placeType(reading.place(place)),
    message: elementConstant(describer, place, name),
    prepare: preparing(describer, place),
  };
}

function elementConstant(describer: Describer, place: PlaceShape, base: string): Expression {
  const { context } = describer;
  const name = context.messageConstant(base, '');
  const make = (): ConstantPlan => {
    const declared = joined(runtimeType('MessageType'), '<', placeType(place), '>');
    const { namespace } = place.element.name;
    const value = describeRoot(describer, { place });
    const constant = describedConstant(name, declared, value, namespace);
    return { ...exportedConstant(constant), subject: base };
  };
  return imported(description(context.ensure(name, make)));
}

/** As for the messages of a client. */
function preparing(describer: Describer, { value }: PlaceShape): Expression | undefined {
  const reader = node(lookingUp(describer, 'response', readerOf(describer, [value])));
  return reader.kind === 'text' ? undefined : arrow('(reader)', reader);
}
