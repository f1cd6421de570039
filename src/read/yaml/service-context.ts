import type { Complain } from '../../diagnostics/data-node.ts';
import type { Reference } from '../../model/common/reference.ts';
import type { FormShape } from '../../model/notation/http-fit.ts';
import type {
  ContractNotation,
  FieldNotation,
  OperationNotation,
  ServiceNotation,
} from '../../model/notation/notation.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { TypeLibrary } from './type-scope.ts';

/** What the parts of a service's definitions are built from. */
export interface ServiceContext {
  readonly contract: ContractNotation;
  readonly service: ServiceNotation;
  readonly library: TypeLibrary;
  readonly complain: Complain;
  /** Operations with the bindings they really have. */
  readonly operations: readonly BoundOperation[];
  /** Reference to a name in the service's namespace. */
  tns(localName: string, span: Reference['span']): Reference;
  formShape(field: FieldNotation): FormShape | undefined;
}

/** An operation and what it can be called over. */
export interface BoundOperation extends OperationNotation {
  readonly reachable: ReadonlySet<BindingKind>;
}

/**
 * The wires ASMX has a portType for, in its order: the end of the names of messages and portTypes.
 */
export const wires = ['Soap', 'HttpGet', 'HttpPost'] as const;

/** One of `wires`. */
export type Wire = (typeof wires)[number];

/** Bindings of a wire. */
export const wireBindings: Readonly<Record<Wire, readonly BindingKind[]>> = {
  Soap: ['soap11', 'soap12'],
  HttpGet: ['httpGet'],
  HttpPost: ['httpPost'],
};

/** Wires a service has. */
export function wiresOf(service: ServiceNotation): readonly Wire[] {
  return wires.filter((wire) => wireBindings[wire].some((one) => service.bindings.includes(one)));
}

/** Operations that travel over a wire. */
export function operationsOver(context: ServiceContext, wire: Wire): readonly BoundOperation[] {
  return context.operations.filter((one) =>
    wireBindings[wire].some((kind) => one.reachable.has(kind)),
  );
}
