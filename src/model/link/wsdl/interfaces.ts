import type { Mutable } from '../../common/mutable.ts';
import type { WrittenKind } from '../../wsdl/definitions.ts';
import { isXmlType } from '../../wsdl/media-type.ts';
import type { LinkedPort, ServiceInterface, ServiceOperation } from '../../wsdl/service-model.ts';
import type { BoundOperation, LinkedDefinitions } from './link-binding.ts';
import { linkHttpOperation } from './link-http.ts';
import type { AbstractOperation } from './link-message.ts';
import { linkSoapOperation } from './link-soap.ts';
import { groupPorts, isHttp, keyOf, type PortGroup, type PortWithBinding } from './port-groups.ts';

/** The interfaces of a service for callers: one for each group of its ports. */
export function interfacesOf(
  linked: LinkedDefinitions,
  ports: readonly PortWithBinding[],
): readonly ServiceInterface[] {
  return groupPorts(ports).map((group) => interfaceOf(linked, group));
}

/** An incomplete operation, with the syntax whose defects would affect it. */
interface Draft {
  readonly operation: Mutable<ServiceOperation>;
  readonly rank: number;
}

function interfaceOf(linked: LinkedDefinitions, group: PortGroup): ServiceInterface {
  const drafts = new Map<string, Draft>();
  const byName = new Map<string, Draft[]>();
  let added = 0;
  const draftFor = (abstract: AbstractOperation, http: boolean, position: number): Draft => {
    const known = http ? findForHttp(drafts, byName, abstract) : drafts.get(keyOf(abstract));
    if (known !== undefined) return known;
    const draft = { operation: newOperation(abstract), rank: http ? 1e9 + added : position };
    added += 1;
    drafts.set(keyOf(abstract), draft);
    const named = byName.get(abstract.syntax.name);
    if (named === undefined) byName.set(abstract.syntax.name, [draft]);
    else named.push(draft);
    return draft;
  };
  for (const { port, binding } of group.ports) {
    const position = new Map(binding.portType.operations.map((one, index) => [one, index]));
    for (const bound of binding.operations) {
      const draft = draftFor(bound.abstract, isHttp(port), position.get(bound.abstract) ?? 0);
      travel(linked, draft.operation, port, bound);
    }
  }
  const operations = [...drafts.values()].sort((a, b) => a.rank - b.rank);
  for (const { operation } of operations) {
    const { name, messageName } = operation;
    operation.publicName = byName.get(name)?.length === 1 ? name : messageName;
    operation.written ??= writtenBy(operation);
  }
  return {
    name: group.ports[0]?.port.name ?? '',
    ports: group.ports.map(({ port }) => port),
    operations: operations.map((draft) => draft.operation),
  };
}

/**
 * The method of an HTTP operation: the one with the same message name, otherwise the only one with
 * that name.
 */
function findForHttp(
  drafts: ReadonlyMap<string, Draft>,
  byName: ReadonlyMap<string, readonly Draft[]>,
  abstract: AbstractOperation,
): Draft | undefined {
  const { name, input } = abstract.syntax;
  const exact = drafts.get(`${name} ${input?.name ?? name}`) ?? drafts.get(keyOf(abstract));
  if (exact !== undefined) return exact;
  const named = byName.get(name);
  return named?.length === 1 ? named[0] : undefined;
}

/**
 * What an operation with only HTTP bindings answers if that is not XML, or XML without a declared
 * root (`mime:content`, WSDL 1.1 section 5.3).
 */
function writtenBy(operation: ServiceOperation): WrittenKind | undefined {
  const { soap11, soap12, httpGet, httpPost } = operation;
  const { output, result } = httpGet ?? httpPost ?? {};
  if ((soap11 ?? soap12) !== undefined || output?.kind !== 'mimeContent') return undefined;
  const type = output.type?.trim().toLowerCase() ?? '';
  if (type === '') return undefined;
  if (isXmlType(type)) return result && !result.element ? 'text' : undefined;
  if (/[/+]json\b/.test(type)) return 'json';
  return type.startsWith('text/') ? 'text' : 'binary';
}

function newOperation(abstract: AbstractOperation): Mutable<ServiceOperation> {
  const { syntax, messageName } = abstract;
  return {
    name: syntax.name,
    messageName,
    publicName: syntax.name,
    documentation: syntax.documentation,
    oneWay: syntax.output === undefined,
    written: syntax.written,
    withoutForms: syntax.withoutForms,
    soap11: undefined,
    soap12: undefined,
    httpGet: undefined,
    httpPost: undefined,
    span: syntax.span,
  };
}

/** Adds the marshalling of an operation over one port. The first port of each kind counts. */
function travel(
  linked: LinkedDefinitions,
  operation: Mutable<ServiceOperation>,
  port: LinkedPort,
  bound: BoundOperation,
): void {
  const { context, messages } = linked;
  const { abstract, binding } = bound;
  const isFirst = operation[port.kind] === undefined;
  if (isFirst) {
    if (port.kind === 'httpGet' || port.kind === 'httpPost') {
      operation[port.kind] = linkHttpOperation(context, port, abstract, binding);
    } else {
      operation[port.kind] = linkSoapOperation({ context, messages, port, abstract, binding });
    }
  }
  operation.documentation ??= abstract.syntax.documentation ?? binding.documentation;
  if (context.defects.count === 0 || !isFirst) return;
  // what one port lacks, the others may have
  const marshalling = operation[port.kind];
  for (const origin of [abstract.syntax, binding]) {
    const defect = context.defects.affected.get(origin);
    if (defect !== undefined) context.defects.affect(marshalling ?? operation, defect);
  }
}
