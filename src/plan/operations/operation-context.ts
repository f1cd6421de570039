import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { DeclarationPlan } from '../declarations/declaration-plan.ts';
import type { ReadShapes } from '../declarations/read-shapes.ts';
import type { Describer } from '../describe/context/describer.ts';
import type { PlanContext } from '../describe/context/plan-context.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import type { TypeNode } from '../print/node.ts';
import type { AttachmentPlan } from '../result/plan.ts';
import type { Shaper } from '../shapes/shaper.ts';
import type { ElementWords } from './element-words.ts';

/** Names of one operation. */
export interface OperationNames {
  readonly input: string;
  readonly output: string;
  readonly descriptor: string;
}

/** What planning an operation needs, and what it adds to. */
export interface OperationContext {
  readonly shaper: Shaper;
  readonly codecs: PlanContext;
  readonly describer: Describer;
  readonly reading: ReadShapes;
  readonly sink: DiagnosticSink;
  readonly declarations: DeclarationPlan[];
  /** Words for global elements in the names of functions, each unique. */
  readonly elementWords: ElementWords;
}

/** Bodies and types of an operation. */
export interface OperationTypes {
  readonly inBody: BodyShape;
  readonly outBody: BodyShape;
  readonly input: TypeNode | undefined;
  readonly result: TypeNode;
  readonly inParts: readonly AttachmentPlan[];
  readonly outParts: readonly AttachmentPlan[];
}
