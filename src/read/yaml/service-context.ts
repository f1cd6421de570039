import type { Complain } from '../../diagnostics/data-node.ts';
import type { Reference } from '../../model/common/reference.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { FormShape } from '../../model/yaml/http-fit.ts';
import type {
  ContractNotation,
  FieldNotation,
  OperationNotation,
  ServiceNotation,
} from '../../model/yaml/notation.ts';
import type { TypeLibrary } from './type-scope.ts';

/** Input for building the parts of a service's definitions. */
export interface ServiceContext {
  readonly contract: ContractNotation;
  readonly service: ServiceNotation;
  readonly library: TypeLibrary;
  readonly complain: Complain;
  /** Operations with their actual bindings. */
  readonly operations: readonly BoundOperation[];
  /** Reference to a name in the service's namespace. */
  tns(localName: string, span: Reference['span']): Reference;
  formShape(field: FieldNotation): FormShape | undefined;
}

/** An operation with the bindings it can be called over. */
export interface BoundOperation extends OperationNotation {
  readonly reachable: ReadonlySet<BindingKind>;
  /** Whether it lacks GET and POST because the contract does not name them, and it takes arrays. */
  readonly withoutForms: boolean;
}

/**
 * Groups of bindings for which ASMX has a portType, in its order. They are suffixes of the names of
 * messages and portTypes.
 */
export const wires = ['Soap', 'HttpGet', 'HttpPost'] as const;

/** One of `wires`. */
export type Wire = (typeof wires)[number];

/** Bindings of each group. */
export const wireBindings: Readonly<Record<Wire, readonly BindingKind[]>> = {
  Soap: ['soap11', 'soap12'],
  HttpGet: ['httpGet'],
  HttpPost: ['httpPost'],
};

/** The groups of bindings that a service has. */
export function wiresOf(service: ServiceNotation): readonly Wire[] {
  return wires.filter((wire) => wireBindings[wire].some((one) => service.bindings.includes(one)));
}

/** Operations with bindings of a group. */
export function operationsOver(context: ServiceContext, wire: Wire): readonly BoundOperation[] {
  return context.operations.filter((one) =>
    wireBindings[wire].some((kind) => one.reachable.has(kind)),
  );
}
