import { delimiterOf, interfaceStart } from '../../model/link/wsdl/link-actions.ts';
import { type AddressingAnnouncement, addressingOf } from '../../model/policy/addressing.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { propertyKey, stringLiteral } from '../print/encode.ts';
import { array, type Expression, entry, object } from '../print/node.ts';
import type { OperationPlan } from '../result/plan.ts';
import type { ImportNotes } from './module-imports.ts';
import type { Sides } from './used-functions.ts';

/** What the contract says about WS-Addressing for an operation over a binding. */
export function announcedFor(
  { operation }: OperationPlan,
  kind: BindingKind,
): AddressingAnnouncement | undefined {
  const soap = kind === 'soap11' || kind === 'soap12' ? operation[kind] : undefined;
  if (soap === undefined) return undefined;
  return addressingOf([...(soap.port.policies ?? []), ...(soap.policies ?? [])]);
}

/** Whether clients send headers of WS-Addressing over a binding by themselves. */
function sendsAddressing(plan: OperationPlan, kind: BindingKind): boolean {
  const use = announcedFor(plan, kind)?.use;
  return use === 'required' || use === 'used';
}

/**
 * The client functions of an operation's bindings. Those that send bytes in parts of their own are
 * others, for requests of an operation that has bytes: then answers come in kind.
 */
export function clientBindings(plan: OperationPlan, imports: ImportNotes): Expression {
  const { bindings, mtom, byteStreams, inputAttachments } = plan;
  const hasBytes = (mtom.request || mtom.response) && inputAttachments.length === 0;
  const hasStreams = byteStreams.request || byteStreams.response;
  const suffix = hasStreams ? 'Streams' : hasBytes ? 'Mtom' : '';
  return array(
    bindings.map((name) => {
      const own = name.startsWith('soap') ? name + suffix : name;
      const isAddressed = sendsAddressing(plan, name);
      return imports.value('runtime', isAddressed ? `addressedS${own.slice(1)}` : own);
    }),
  );
}

/** The object `addressing` of a descriptor; `undefined` if the runtime knows all of it. */
export function addressingPart(plan: OperationPlan, sides: Sides): Expression | undefined {
  const announced = plan.bindings.flatMap((kind) => announcedFor(plan, kind) ?? []);
  const [first] = announced;
  const { portType, input, output, faults } = knownActions(plan, sides);
  const entries = [
    announced.some(({ use }) => use === 'required') ? entry('required', 'true') : undefined,
    first?.version === '2004/08' ? entry('version', stringLiteral(first.version)) : undefined,
    portType === undefined ? undefined : entry('portType', stringLiteral(portType)),
    input === undefined ? undefined : entry('input', stringLiteral(input)),
    output === undefined ? undefined : entry('output', stringLiteral(output)),
    faults.length === 0
      ? undefined
      : entry(
          'faults',
          object(faults.map(([name, action]) => entry(propertyKey(name), stringLiteral(action)))),
        ),
  ];
  const known = entries.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : object(known);
}

interface KnownActions {
  readonly portType: string | undefined;
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly faults: readonly (readonly [string, string])[];
}

/** The actions that differ from what the runtime derives from the rest of the descriptor. */
function knownActions({ operation, service, faults }: OperationPlan, sides: Sides): KnownActions {
  const nothing = { portType: undefined, input: undefined, output: undefined, faults: [] };
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined) return nothing;
  const { action, actions, port } = soap;
  const name = operation.publicName;
  const delimiter = delimiterOf(service.namespace);
  const derive = (portType: string): KnownActions => {
    const start = interfaceStart(service.namespace, portType);
    const derivedInput = action || start + name + (operation.oneWay ? '' : 'Request');
    const own = sides.server ? faults : [];
    return {
      portType,
      input: actions.input === derivedInput ? undefined : actions.input,
      output:
        !sides.server || actions.output === `${start}${name}Response` ? undefined : actions.output,
      faults: own.flatMap((fault) => {
        const given = actions.faults.get(fault.name);
        const derived = [`${start}${name}`, 'Fault', fault.name].join(delimiter);
        return given === undefined || given === derived ? [] : [[fault.name, given] as const];
      }),
    };
  };
  const usual = derive(`${service.name}Soap`);
  const named = derive(port.portType.localName);
  return sizeOf(named) < sizeOf(usual) ? named : { ...usual, portType: undefined };
}

function sizeOf({ input, output, faults }: KnownActions): number {
  return [input, output].filter((one) => one !== undefined).length + faults.length;
}
