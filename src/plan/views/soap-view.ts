import { createFreeName } from '../../names/free-name.ts';
import { commentText, docComment, stringLiteral } from '../print/encode.ts';
import {
  argumentList,
  arrayLiteral,
  constantLine,
  fits,
  indentation,
  parameterList,
} from '../print/layout.ts';
import type { ContractPlan, OperationPlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, type FacetNames, facetOf } from './contract-names.ts';
import { createImports, type ModuleImports } from './module-imports.ts';
import { stateParameter } from './state-parameter.ts';

/** What `soap.hbs` places. */
export interface SoapView {
  readonly imports: readonly string[];
  /** Declaration of the contract's base URL; `undefined` where it names none. */
  readonly baseUrl: string | undefined;
  readonly factories: readonly SoapFactoryView[];
}

/** `create…SoapClient` or `listen…`. */
export interface SoapFactoryView {
  readonly doc: string;
  readonly head: string;
  /** Lines of the body, without their indentation. */
  readonly lines: readonly string[];
}

/**
 * Plans `soap.ts`: factories of the same clients and servers as `client.ts` and `server.ts` have,
 * on the `soap` package. Names already taken get another, by the rule of all; services that SOAP
 * doesn't reach have none.
 */
export function planSoapView(contract: ContractPlan, names: ContractNames): SoapView {
  const imports = createImports(contract);
  for (const name of ['SoapPackageClientOptions', 'SoapPackageServerOptions']) {
    imports.type('soapPackage', name);
  }
  // a service `WithSoapPackage` would have this one
  const taken = new Set([...names.taken, 'listenWithSoapPackage']);
  const freeName = createFreeName(taken);
  const name = (wanted: string): string => freeName(wanted, 'Package', '');
  const services = contract.services.filter((service) => soapOperations(service).length > 0);
  const factories = services.flatMap((service): readonly SoapFactoryView[] => {
    const own = facetOf(names.services, service);
    const subject = `service \`${commentText(service.service.name)}\``;
    const operations = soapOperations(service);
    return [
      clientFactory(own, name, subject, operations, contract, imports),
      serverFactory(own, name, subject, false, imports),
    ];
  });
  const whole = names.contract;
  if (whole !== undefined && services.length > 0) {
    const subject = `all services of contract \`${commentText(contract.model.name)}\``;
    const operations = services.flatMap(soapOperations);
    factories.push(
      contractClient(contract, whole, name, operations, names, imports),
      serverFactory(whole, name, subject, true, imports),
    );
  }
  if (factories.length > 0) {
    imports.value('soapPackage', 'createSoapPackageCaller');
    imports.value('soapPackage', 'listenWithSoapPackage');
    imports.value('docs', 'documentation');
  }
  return {
    // names of the package may be those of operations, so they stay in a namespace
    imports: ["import * as soap from 'soap';", ...imports.declarations()],
    baseUrl:
      contract.baseUrl === undefined || factories.length === 0
        ? undefined
        : constantLine('const baseUrl', stringLiteral(contract.baseUrl)),
    factories,
  };
}

function soapOperations(service: ServicePlan): readonly OperationPlan[] {
  return service.interfaces
    .flatMap((one) => one.operations)
    .filter(({ operation }) => operation.soap11 !== undefined || operation.soap12 !== undefined);
}

/** The statement that makes the caller of a client. */
function callerLine(
  operations: readonly OperationPlan[],
  contract: ContractPlan,
  imports: ModuleImports,
): readonly string[] {
  const items = operations.map((one) => imports.value('operations', one.descriptor));
  const defaults = contract.baseUrl === undefined ? '{}' : '{ baseUrl }';
  const list = arrayLiteral({ before: 'const operations = ', items, after: ';', indent: 1 });
  const call = `createSoapPackageCaller(soap.createClientAsync, operations, options, ${defaults});`;
  return [...list.split('\n').map(unindented), `const caller = ${call}`];
}

/** Lines but the first carry the indentation that the template gives each. */
function unindented(line: string, index: number): string {
  return index === 0 ? line : line.slice(indentation(1).length);
}

function clientFactory(
  own: FacetNames,
  name: (wanted: string) => string,
  subject: string,
  operations: readonly OperationPlan[],
  contract: ContractPlan,
  imports: ModuleImports,
): SoapFactoryView {
  const methods = imports.value('client', own.methods);
  return {
    ...clientHead(own, name, subject, imports),
    lines: [...callerLine(operations, contract, imports), `return ${methods}(caller);`],
  };
}

function contractClient(
  contract: ContractPlan,
  whole: FacetNames,
  name: (wanted: string) => string,
  operations: readonly OperationPlan[],
  names: ContractNames,
  imports: ModuleImports,
): SoapFactoryView {
  const subject = `all services of contract \`${commentText(contract.model.name)}\``;
  const services = contract.services.map((service) => {
    const methods = imports.value('client', facetOf(names.services, service).methods);
    const line = `${service.property}: ${methods}(caller),`;
    return `  ${fits(line, 2) ? line : `${service.property}:\n${indentation(3)}${methods}(caller),`}`;
  });
  return {
    ...clientHead(whole, name, subject, imports),
    lines: [...callerLine(operations, contract, imports), 'return {', ...services, '};'],
  };
}

function clientHead(
  own: FacetNames,
  name: (wanted: string) => string,
  subject: string,
  imports: ModuleImports,
): Pick<SoapFactoryView, 'doc' | 'head'> {
  const factory = name(own.createClient.replace(/Client(?!.*Client)/, 'SoapClient'));
  return {
    doc: docComment([
      `Creates a client of ${subject} on the \`soap\` package:`,
      `the same as \`${own.createClient}\` makes, over SOAP alone.`,
      '',
      '@example',
      `const client = ${factory}({ baseUrl: 'https://example.org' });`,
    ]),
    head: parameterList({
      before: `export function ${factory}`,
      items: ['options: SoapClientOptions = {}'],
      after: `: ${imports.type('client', own.client)} {`,
    }),
  };
}

/**
 * A contract's factory gives the package's servers in the order of the services, a service's the
 * only one.
 */
function serverFactory(
  own: FacetNames,
  name: (wanted: string) => string,
  subject: string,
  several: boolean,
  imports: ModuleImports,
): SoapFactoryView {
  const factory = name(own.createServer.replace(/^create(.*)Server/, 'listen$1'));
  const routes = imports.value('server', own.routes);
  const result = several ? 'readonly soap.Server[]' : 'soap.Server';
  const call = argumentList({
    before: 'const servers = listenWithSoapPackage',
    items: ['soap.listen', 'server', 'routes', 'options', 'documentation'],
    after: ';',
    indent: 1,
  });
  return {
    doc: docComment([
      `Serves ${subject} with \`listen\` of the \`soap\` package:`,
      `the same handlers as \`${own.createServer}\` takes, over SOAP alone.`,
      several
        ? "Gives the package's servers in the order of the services."
        : "Gives the package's server.",
      '',
      '@example',
      'const server = createServer().listen(8080); // createServer of `node:http`',
      `${factory}(server, handlers);`,
    ]),
    head: parameterList({
      before: `export function ${factory}<${stateParameter} = unknown>`,
      items: [
        'server: SoapHttpServer',
        `handlers: ${imports.type('server', own.handlers)}<${stateParameter}>`,
        `options: SoapListenOptions<${stateParameter}> = {}`,
      ],
      after: `: ${result} {`,
    }),
    lines: [
      `const routes = ${routes}(handlers);`,
      call,
      several ? 'return servers;' : 'return servers[0];',
    ],
  };
}
