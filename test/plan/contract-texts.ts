import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import type { ServiceModel } from '../../src/model/services.ts';
import type { Contract } from '../../src/model/wsdl.ts';
import { contractMessages } from '../../src/plan/messages.ts';
import { type ContractPlan, type PlanOptions, RuntimeNames } from '../../src/plan/result.ts';
import { plainType } from '../../src/print/node.ts';
import { readContract } from '../../src/read/contract.ts';

/** Reads contract files held in memory; the first is the entry. Throws what the reader reports. */
export function contractOf(files: Readonly<Record<string, string>>): Contract {
  const [entry = ''] = Object.keys(files);
  const bag = createDiagnosticBag();
  const readFile = (path: string): Uint8Array | undefined => {
    const text = files[path];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  const contract = readContract(entry, { readFile }, bag);
  if (contract === undefined || bag.failed) {
    throw new Error(bag.diagnostics.map((one) => one.message).join('\n'));
  }
  return contract;
}

/** Links a contract; throws what linking reports. */
export function modelOf(files: Readonly<Record<string, string>>): ServiceModel {
  const bag = createDiagnosticBag();
  const model = linkContract(contractOf(files), bag);
  if (model === undefined) throw new Error(bag.diagnostics.map((one) => one.message).join('\n'));
  return model;
}

/** As much of a plan as documentation is made of. */
export function documentationPlanOf(
  model: ServiceModel,
  options: Partial<PlanOptions> = {},
): ContractPlan {
  const messages = contractMessages(model);
  return {
    model,
    options: {
      targets: ['docs', 'wsdl'],
      runtime: 'vendor',
      contractPath: '../specs/contract.yaml',
      importExtension: 'js',
      types: {},
      arrays: 'unwrap',
      renames: {},
      only: [],
      ...options,
    },
    name: model.name,
    baseUrl: model.baseUrl,
    services: model.services.map((service) => ({
      service,
      name: service.name,
      property: service.name,
      interfaces: service.interfaces.map((one) => ({
        interface: one,
        property: one.name,
        name: one.name,
        operations: one.operations.map((operation) => ({
          service,
          operation,
          base: operation.messageName,
          descriptor: operation.messageName,
          method: operation.messageName,
          inputType: undefined,
          inputRead: undefined,
          outputRead: plainType('void'),
          outputType: 'void',
          inputNames: [],
          outputNames: [],
          bindings: [],
          functions: {},
          encoded: false,
          faults: [],
          inputAttachments: [],
          outputAttachments: [],
          mtom: { request: false, response: false },
          byteStreams: { request: false, response: false },
          inputHeaders: [],
          outputHeaders: [],
          messages: messages.of(operation),
          paths: [],
          documentation: [],
        })),
      })),
    })),
    operations: [],
    types: [],
    descriptions: [],
    elements: [],
    schemas: [],
    operationSchemas: new Map(),
    scripts: new Map(),
    runtimeNames: new RuntimeNames(),
    hasDataSets: false,
  };
}
