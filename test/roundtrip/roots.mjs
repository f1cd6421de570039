// What of a document is checked: every message of its operations, and the global elements none of
// them consists of. Elements are planned as operations of their own, so that they get descriptions by
// the same way.

import { planContract } from '../../dist/plan/contract.js';
import { planShapes } from '../../dist/plan/contract-shapes.js';
import { bodyShape, partElement } from '../../dist/plan/messages.js';

export const planOptions = {
  targets: ['client', 'server', 'schemas'],
  runtime: 'package',
  contractPath: 'contract.wsdl',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};

/**
 * Plans a model; gives what its messages are made of beside the texts of their functions.
 * @param settings those of the configuration, such as `types`
 * @param rootsOf gives the roots of an operation
 */
export function planRoots(model, sink, settings = {}, rootsOf = operationRoots) {
  const options = { ...planOptions, ...settings };
  const plan = planContract(model, options, sink);
  if (plan === undefined) return undefined;
  const { chosen, shaper } = planShapes(model, options, { report() {} });
  const roots = chosen.flatMap((one, index) =>
    rootsOf(one, plan.operations[index], shaper).map((root) => ({
      ...root,
      shaper,
      schema: plan.operationSchemas.get(plan.operations[index])?.[root.direction],
    })),
  );
  return { plan, roots };
}

/** The SOAP messages, headers and faults of an operation. */
export function operationRoots(chosen, operation, shaper) {
  const { operation: source } = chosen;
  const soap = source.soap11 ?? source.soap12;
  if (soap === undefined) return [];
  const label = `${chosen.service.name}.${source.messageName}`;
  const { functions } = operation;
  const roots = [];
  const message = (direction, noun, read, write) => {
    const sent = soap[direction];
    if (sent === undefined || read === undefined || write === undefined) return;
    // its functions are those of the whole message, of which an envelope is a part only
    if (sent.attachments.length > 0) return;
    roots.push({
      label: `${label} ${noun}`,
      kind:
        sent.use === 'encoded'
          ? 'encoded'
          : soap.style === 'rpc'
            ? 'rpc/literal'
            : 'document/literal',
      body: bodyShape(sent, direction, chosen.operation, shaper),
      parts: sent.parts,
      direction,
      wrapper: sent.rpcWrapper,
      read: read.flat,
      write: write.flat,
      takesBody: true,
    });
  };
  message('input', 'request', functions.readRequest, functions.writeRequest);
  message('output', 'response', functions.readResponse, functions.writeResponse);
  const payload = (noun, part, use, plans, name, namespace) => {
    const plan = plans.find((one) => one.name === name);
    const element = partElement(part, namespace);
    if (plan === undefined || element === undefined) return;
    roots.push({
      label: `${label} ${noun} ${name}`,
      kind: use === 'encoded' ? 'encoded' : noun,
      place: shaper.place(element),
      parts: [part],
      wrapper: undefined,
      unqualified: part.element === undefined && namespace !== '',
      read: plan.read.flat,
      write: plan.write.flat,
      takesBody: false,
    });
  };
  for (const fault of soap.faults)
    payload('fault', fault.part, 'literal', operation.faults, fault.name, '');
  for (const header of soap.input.headers) {
    payload(
      'header',
      header.part,
      header.use,
      operation.inputHeaders,
      header.part.name,
      header.namespace ?? '',
    );
  }
  for (const header of soap.output?.headers ?? []) {
    payload(
      'header',
      header.part,
      header.use,
      operation.outputHeaders,
      header.part.name,
      header.namespace ?? '',
    );
  }
  return roots;
}

/**
 * A model with one operation for each global element that no message of the given one consists of;
 * `undefined` when there is none.
 */
export function elementModel(model) {
  const covered = new Set();
  for (const service of model.services) {
    for (const one of service.interfaces) {
      for (const operation of one.operations) {
        for (const soap of [operation.soap11, operation.soap12]) {
          // the elements of messages with attachments are checked by themselves
          const messages = [soap?.input, soap?.output].filter(
            (message) => message?.attachments.length === 0,
          );
          for (const message of messages)
            for (const part of message.parts) covered.add(part.element);
          for (const fault of soap?.faults ?? []) covered.add(fault.part.element);
        }
      }
    }
  }
  const [service] = model.services;
  const elements = model.elements.filter((element) => !covered.has(element) && !element.abstract);
  if (elements.length === 0 || service === undefined) return undefined;
  const { span } = service;
  const port = {
    name: 'Elements',
    kind: 'soap11',
    binding: { namespace: '', localName: 'Elements' },
    portType: { namespace: '', localName: 'Elements' },
    span,
  };
  const operations = elements.map((element, index) => {
    const name = `Element${index}`;
    const input = {
      use: 'literal',
      parts: [{ name: element.name.localName, element, span }],
      headers: [],
      attachments: [],
    };
    const actions = { input: '', output: '', faults: new Map() };
    const soap11 = { port, action: '', actions, style: 'document', input, faults: [] };
    return { name, messageName: name, publicName: name, oneWay: true, soap11, span };
  });
  const synthetic = {
    ...service,
    name: 'GlobalElements',
    ports: [port],
    interfaces: [{ name: 'Elements', ports: [port], operations }],
  };
  return { model: { ...model, services: [synthetic] }, elements };
}
