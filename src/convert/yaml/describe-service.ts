import { sameQName } from '../../model/common/qname.ts';
import type {
  Binding,
  BindingKind,
  Definitions,
  PortTypeOperation,
  Service,
} from '../../model/wsdl/definitions.ts';
import { whyNotHttp } from '../../model/yaml/http-fit.ts';
import type { OperationNotation, ServiceNotation } from '../../model/yaml/notation.ts';
import { bindingWords } from '../../model/yaml/notation-keys.ts';
import { sameSyntax } from '../same-syntax.ts';
import { findBound } from './bound-operation.ts';
import type { TypeScope } from './describe-fields.ts';
import { describeHttp, type HttpDescription } from './describe-http.ts';
import { describeSoap, type SoapDescription } from './describe-soap.ts';

/** Describes a service; `path` is that of its address. */
export function describeService(
  scope: TypeScope,
  definitions: Definitions,
  service: Service,
  path: string,
): ServiceNotation {
  const bindings = bindingsOf(scope, definitions, service);
  const kinds = bindingWords.filter((word) => bindings.has(word));
  const names = mergeOrders(ordersOf(scope, bindings));
  return {
    name: service.name,
    span: service.span,
    path,
    namespace: scope.namespace,
    bindings: kinds,
    script: service.script,
    documentation: service.documentation,
    operations: names.flatMap((name) => describeOperation(scope, bindings, name) ?? []),
  };
}

type Bindings = ReadonlyMap<BindingKind, Binding>;

/** The binding of each kind. The notation has one address for all of them. */
function bindingsOf(scope: TypeScope, definitions: Definitions, service: Service): Bindings {
  const found = new Map<BindingKind, Binding>();
  for (const port of service.ports) {
    const binding = definitions.bindings.find((one) => sameQName(one.name, port.binding.name));
    if (binding === undefined) continue;
    if (found.has(binding.kind)) {
      scope.misfits.refuse(
        port.span,
        `service '${service.name}' has two ports of binding '${binding.kind}'`,
        'The notation knows one of each kind',
      );
      continue;
    }
    found.set(binding.kind, binding);
  }
  const soap11 = found.get('soap11');
  const soap12 = found.get('soap12');
  if (soap11 && soap12 && declaredBy(scope, soap11) !== declaredBy(scope, soap12)) {
    scope.misfits.refuse(
      soap12.span,
      `the portTypes of service '${service.name}' for SOAP 1.1 and SOAP 1.2 differ`,
      'The notation knows one list of operations for both',
    );
  }
  return found;
}

/** A text that is equal for portTypes whose ports form one interface. */
function declaredBy({ index }: TypeScope, { portType }: Binding): string {
  const operations = index.portType(portType.name)?.operations ?? [];
  return operations
    .map(({ name, input, output }) =>
      JSON.stringify([name, input?.message.name, output?.message.name]),
    )
    .sort()
    .join();
}

/** Names of the bound operations in the order of each portType. */
function ordersOf(scope: TypeScope, bindings: Bindings): readonly (readonly string[])[] {
  return [...bindings.values()].map((binding) => {
    const all = [...bindings.values()].filter((one) =>
      sameQName(one.portType.name, binding.portType.name),
    );
    const bound = new Set(all.flatMap((one) => one.operations.map(({ name }) => name)));
    const declared = scope.index.portType(binding.portType.name)?.operations ?? [];
    return [...new Set(declared.map((one) => one.name))].filter((name) => bound.has(name));
  });
}

/**
 * An order that is consistent with all given orders, if possible. Among several candidates, the
 * first one comes next.
 */
function mergeOrders(orders: readonly (readonly string[])[]): readonly string[] {
  const waiting = new Set(orders.flat());
  const before = new Map<string, Set<string>>();
  for (const order of orders) {
    for (const [at, name] of order.entries()) {
      const earlier = order[at - 1];
      const known = before.get(name) ?? new Set();
      if (earlier !== undefined) known.add(earlier);
      before.set(name, known);
    }
  }
  const merged: string[] = [];
  while (waiting.size > 0) {
    const names = [...waiting];
    const free = names.find(
      (name) => ![...(before.get(name) ?? [])].some((one) => waiting.has(one)),
    );
    const next = free ?? names[0] ?? '';
    merged.push(next);
    waiting.delete(next);
  }
  return merged;
}

function describeOperation(
  scope: TypeScope,
  bindings: Bindings,
  name: string,
): OperationNotation | undefined {
  const { misfits } = scope;
  const owner = `operation '${name}'`;
  let declared: PortTypeOperation | undefined;
  let soap: SoapDescription | undefined;
  let http: HttpDescription | undefined;
  for (const kind of bindingWords) {
    const operation = findBound(scope, bindings.get(kind), name);
    if (operation === undefined) continue;
    const { bound, overload } = operation;
    if (overload !== undefined) {
      const help = 'The notation knows operations by their names';
      misfits.refuse(overload.span, `${owner} is overloaded`, help);
      return undefined;
    }
    declared ??= operation.declared;
    if (declared.documentation !== operation.declared.documentation) {
      const message = `the documentation of ${owner} differs between port types: the first is kept`;
      misfits.drop(operation.declared.span, message);
    }
    if (kind === 'soap11' || kind === 'soap12') {
      const described = describeSoap(scope, operation);
      if (described === undefined) return undefined;
      soap ??= described;
      if (!sameSyntax(soap, described)) {
        misfits.refuse(bound.span, `${owner} differs between SOAP 1.1 and SOAP 1.2`);
      }
    } else {
      const described = describeHttp(scope, operation, soap);
      if (described === undefined) return undefined;
      http ??= described;
      if (!sameSyntax(http, described)) {
        misfits.refuse(bound.span, `${owner} differs between GET and POST`);
      }
    }
  }
  if (declared === undefined) return undefined;
  const kinds = bindingWords.filter((kind) =>
    bindings.get(kind)?.operations.some((one) => one.name === name),
  );
  return joinDescriptions(scope, { declared, soap, http }, kinds);
}

/** The descriptions of one operation by protocol. */
interface Descriptions {
  readonly declared: PortTypeOperation;
  readonly soap: SoapDescription | undefined;
  readonly http: HttpDescription | undefined;
}

function joinDescriptions(
  { misfits, kinds }: TypeScope,
  { declared, soap, http }: Descriptions,
  bindings: readonly BindingKind[],
): OperationNotation | undefined {
  const described = soap ?? http;
  if (described === undefined) return undefined;
  const { name, span, documentation } = declared;
  const { parameters, returns } = described;
  const whole: OperationNotation = {
    name,
    span,
    documentation,
    parameters,
    returns,
    headers: soap?.headers ?? [],
    faults: soap?.faults ?? [],
    oneWay: soap?.oneWay ?? false,
    bindings,
    soapAction: soap?.soapAction,
  };
  const reason = http && whyNotHttp(whole, kinds);
  if (reason !== undefined) {
    misfits.refuse(span, `operation '${name}' cannot be called by GET or POST: ${reason}`);
  }
  return whole;
}
