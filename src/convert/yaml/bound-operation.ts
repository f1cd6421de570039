import type {
  Binding,
  BindingKind,
  BindingOperation,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import type { TypeScope } from './describe-fields.ts';

/** An operation of a port type, with one binding of it. */
export interface BoundOperation {
  readonly kind: BindingKind;
  readonly declared: PortTypeOperation;
  readonly bound: BindingOperation;
  /** Another operation of the same name. */
  readonly overload?: PortTypeOperation | undefined;
}

/** Finds an operation of a binding; `undefined` if there is none of that name. */
export function findBound(
  { index }: TypeScope,
  binding: Binding | undefined,
  name: string,
): BoundOperation | undefined {
  if (binding === undefined) return undefined;
  const operations = index.portType(binding.portType.name)?.operations ?? [];
  const [declared, overload] = operations.filter((one) => one.name === name);
  const bound = binding.operations.find((one) => one.name === name);
  if (declared === undefined || bound === undefined) return undefined;
  return { kind: binding.kind, declared, bound, overload };
}
