import type {
  HttpOperation,
  LinkedPort,
  LinkedService,
  MessagePart,
  ServiceOperation,
  SoapOperation,
} from '../../src/model/services.ts';
import { description, imported } from '../../src/plan/descriptions.ts';
import type { OperationMessages } from '../../src/plan/messages.ts';
import {
  type ContractPlan,
  type InterfacePlan,
  type OperationPlan,
  type PayloadPlan,
  type PlanOptions,
  RuntimeNames,
  type ServicePlan,
} from '../../src/plan/result.ts';
import type { MessageField } from '../../src/plan/type-text.ts';
import { interfaceView } from '../../src/print/declaration.ts';
import { type Expression, namedType, plainType } from '../../src/print/node.ts';

/** A plan written by hand, so that views can be tested without reading a contract. */
export interface SampleOperation {
  readonly name: string;
  readonly parameters?: readonly string[];
  readonly output?: string;
  readonly bindings?: OperationPlan['bindings'];
  readonly documentation?: readonly string[];
  readonly faults?: readonly string[];
  readonly inputHeaders?: readonly string[];
  readonly outputHeaders?: readonly string[];
  readonly oneWay?: boolean;
  readonly written?: ServiceOperation['written'];
}

export interface SampleService {
  readonly name: string;
  readonly documentation?: string;
  readonly operations: readonly SampleOperation[];
  readonly others?: readonly {
    readonly name: string;
    readonly operations: readonly SampleOperation[];
  }[];
}

const file = { path: 'sample.yaml', text: '' };
const span = { file, start: 0, end: 0 };
const namespace = 'http://tempuri.org/';
const all = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

export const sampleOptions: PlanOptions = {
  targets: ['types', 'client', 'server', 'docs'],
  runtime: 'vendor',
  contractPath: '../../specs/sample.yaml',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Builds the plan of a contract from a short table. */
export function samplePlan(
  name: string,
  services: readonly SampleService[],
  options: Partial<PlanOptions> = {},
  baseUrl?: string,
): ContractPlan {
  const planned = services.map(sampleService);
  const operations = planned.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  const typeNames = [...new Set(operations.flatMap((one) => payloadTypes(one)))];
  return {
    model: {
      name,
      namespace,
      documentation: undefined,
      files: [file],
      services: planned.map((one) => one.service),
      types: [],
      elements: [],
    },
    options: { ...sampleOptions, ...options },
    name,
    baseUrl,
    services: planned,
    operations,
    types: typeNames.map((type) => ({
      name: type,
      view: interfaceView(['A type.'], type, [{ name: 'value', type: 'string' }]),
      runtimeTypes: [],
      uses: [],
      namespace,
    })),
    descriptions: [],
    elements: [],
    schemas: [],
    operationSchemas: new Map(),
    scripts: new Map(),
    runtimeNames: new RuntimeNames(),
    hasDataSets: false,
  };
}

function payloadTypes(plan: OperationPlan): readonly string[] {
  const payloads = [...plan.faults, ...plan.inputHeaders, ...plan.outputHeaders];
  return [...plan.inputNames, ...plan.outputNames, ...payloads.map((one) => one.type.flat)];
}

function sampleService(sample: SampleService): ServicePlan {
  const service: LinkedService = {
    name: sample.name,
    namespace,
    path: `/${sample.name}.asmx`,
    documentation: sample.documentation,
    ports: [],
    interfaces: [],
    definitions: {
      targetNamespace: namespace,
      schemas: [],
      messages: [],
      portTypes: [],
      bindings: [],
      services: [],
      span,
    },
    span,
  };
  const one = (
    name: string,
    operations: readonly SampleOperation[],
    port: string = name,
  ): InterfacePlan => ({
    interface: { name: port, ports: [], operations: [] },
    property: lower(name),
    name,
    operations: operations.map((operation) => sampleOperation(service, operation)),
  });
  return {
    service,
    name: sample.name,
    property: lower(sample.name),
    interfaces: [
      one(sample.name, sample.operations, `${sample.name}Soap`),
      ...(sample.others ?? []).map((other) => one(other.name, other.operations)),
    ],
  };
}

function sampleOperation(service: LinkedService, sample: SampleOperation): OperationPlan {
  const { name, parameters = [], bindings = all } = sample;
  const port = (kind: LinkedPort['kind']): LinkedPort => ({
    name: kind,
    kind,
    binding: { namespace, localName: kind },
    portType: { namespace, localName: kind },
    span,
  });
  const parts: readonly MessagePart[] = parameters.map((part) => ({ name: part, span }));
  const soap = (kind: 'soap11' | 'soap12'): SoapOperation => ({
    port: port(kind),
    action: namespace + name,
    actions: { input: namespace + name, faults: new Map() },
    style: 'document',
    input: { use: 'literal', parts, headers: [], attachments: [] },
    faults: [],
  });
  const http = (kind: 'httpGet' | 'httpPost'): HttpOperation => ({
    port: port(kind),
    location: `/${name}`,
    input: { kind: 'urlEncoded' },
    parameters: parts,
    output: { kind: 'none' },
  });
  const has = new Set(bindings);
  const inputType = parameters.length > 0 ? `${name}Input` : undefined;
  const hasHttp = has.has('httpGet') || has.has('httpPost');
  const hasSoap = has.has('soap11') || has.has('soap12');
  return {
    service,
    operation: {
      name,
      messageName: name,
      publicName: name,
      oneWay: sample.oneWay ?? false,
      written: sample.written,
      soap11: has.has('soap11') ? soap('soap11') : undefined,
      soap12: has.has('soap12') ? soap('soap12') : undefined,
      httpGet: has.has('httpGet') ? http('httpGet') : undefined,
      httpPost: has.has('httpPost') ? http('httpPost') : undefined,
      span,
    },
    base: name,
    descriptor: name,
    method: lower(name),
    inputType,
    inputRead: inputType === undefined ? undefined : namedType(inputType),
    outputRead: plainType(sample.output ?? 'void'),
    outputType: sample.output ?? 'void',
    inputNames: inputType === undefined ? [] : [inputType],
    outputNames: [],
    bindings,
    functions: {
      ...(hasSoap
        ? {
            writeRequest: sampleFunction(`write${name}Request`),
            readRequest: sampleFunction(`read${name}Request`),
            writeResponse: sampleFunction(`write${name}Response`),
            readResponse: sampleFunction(`read${name}Response`),
          }
        : {}),
      ...(hasHttp
        ? {
            writeForm: sampleFunction(`write${name}Form`),
            readForm: sampleFunction(`read${name}Form`),
          }
        : {}),
    },
    requestElement: hasSoap ? { namespace, local: name } : undefined,
    encoded: false,
    faults: (sample.faults ?? []).map(samplePayload),
    inputAttachments: [],
    outputAttachments: [],
    mtom: { request: false, response: false },
    byteStreams: { request: false, response: false },
    paths: [],
    inputHeaders: (sample.inputHeaders ?? []).map(samplePayload),
    outputHeaders: (sample.outputHeaders ?? []).map(samplePayload),
    messages: sampleMessages(parameters),
    documentation: sample.documentation ?? [],
  };
}

/** Messages with parameters that may be anything. */
function sampleMessages(parameters: readonly string[]): OperationMessages {
  const nothing = { body: { kind: 'empty' }, attachments: [] } as const;
  const fields = parameters.map((name): MessageField => {
    const rest = {
      optional: false,
      given: false,
      repeated: false,
      nillable: false,
      documentation: undefined,
    };
    return { property: name, wireName: name, value: { kind: 'xml' }, ...rest, span };
  });
  return {
    input: { ...nothing, fields },
    output: { ...nothing, fields: [], kind: 'void' },
    httpAnswer: nothing.body,
    inputHeaders: [],
    outputHeaders: [],
    faults: [],
  };
}

function samplePayload(name: string): PayloadPlan {
  const word = name.replace(/\W/g, '');
  const type = namedType(`${word}Detail`);
  return {
    name,
    type,
    readType: type,
    element: { namespace, local: name },
    required: false,
    only: undefined,
    encoded: false,
    types: [],
    read: sampleFunction(`read${word}`),
    write: sampleFunction(`write${word}`),
  };
}

/** A function that stands in `descriptions.ts` itself. */
function sampleFunction(name: string): Expression {
  return imported(description(name));
}
