import { createFreeName } from '../../names/free-name.ts';
import { docContent } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call } from '../print/node.ts';
import type { ContractPlan } from '../result/plan.ts';
import { type AssignmentView, portObject } from './client-interfaces.ts';
import { baseUrlValue } from './client-view.ts';
import {
  type ContractNames,
  facetOf,
  type Subject,
  stateParameter,
  subjectsOf,
} from './contract-names.ts';
import { createImports, type ModuleImports } from './module-imports.ts';

/** Data for `soap.hbs`. */
export interface SoapView {
  readonly imports: readonly ModuleClause[];
  /**
   * Value of the constant `baseUrl`, starting with a space or line break; `undefined` if the
   * contract has none.
   */
  readonly baseUrl: string | undefined;
  /** A client and a server for each service, and for the whole contract if it has several. */
  readonly factories: readonly SoapFactoriesView[];
}

/** The functions of a service or contract. */
export interface SoapFactoriesView {
  /** Function that creates a client. */
  readonly client: SoapClientView;
  /** Function that starts a server. */
  readonly server: SoapServerView;
}

/** `create…SoapClient`. */
export interface SoapClientView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /** Array of the descriptors. */
  readonly operations: string;
  /** Expression that creates the caller. */
  readonly caller: string;
  /** For the whole contract: the properties of its client. Else `undefined`. */
  readonly services: readonly AssignmentView[] | undefined;
  /** Function that creates the client of a service. */
  readonly methods: string;
}

/** `listen…`. */
export interface SoapServerView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** Type of its result. */
  readonly returns: string;
  /** Function that connects the handlers to their operations. */
  readonly routes: string;
  /** Expression of its result. */
  readonly result: string;
}

/** Common input of the factories. */
interface Factories {
  readonly contract: ContractPlan;
  readonly names: ContractNames;
  readonly imports: ModuleImports;
  /** A free name, as close as possible to the preferred one. */
  readonly freeName: (preferred: string) => string;
}

/**
 * Plans `soap.ts`: factories with the `soap` package for the same clients and servers as in
 * `client.ts` and `server.ts`. Taken names are replaced by the general rule. Services without a
 * SOAP binding have none.
 */
export function planSoapView(contract: ContractPlan, names: ContractNames): SoapView {
  const imports = createImports(contract);
  imports.type('soapPackage', 'SoapPackageClientOptions');
  imports.type('soapPackage', 'SoapPackageServerOptions');
  // the runtime's function, whose name a service might use
  const free = createFreeName(new Set([...names.taken, 'listenWithSoapPackage']));
  const freeName = (preferred: string): string => free(preferred, 'Package', '');
  const factories = soapSubjects(contract, names).map((subject) => ({
    client: planClient({ contract, names, imports, freeName }, subject),
    server: planServer({ contract, names, imports, freeName }, subject),
  }));
  if (factories.length > 0) {
    imports.type('soapPackage', 'AnyOperation');
    imports.value('soapPackage', 'createSoapPackageCaller');
    imports.value('soapPackage', 'listenWithSoapPackage');
    imports.value('docs', 'documentation');
  }
  const { baseUrl } = contract;
  return {
    imports: imports.clauses(),
    baseUrl: baseUrl === undefined || factories.length === 0 ? undefined : baseUrlValue(baseUrl),
    factories,
  };
}

/** Services with a SOAP binding, and the contract if it has several, with operations over SOAP. */
function soapSubjects(contract: ContractPlan, names: ContractNames): readonly Subject[] {
  return subjectsOf(contract, names).flatMap((subject) => {
    const operations = subject.operations.filter(
      ({ operation: { soap11, soap12 } }) => (soap11 ?? soap12) !== undefined,
    );
    return operations.length === 0 ? [] : [{ ...subject, operations }];
  });
}

function planClient(
  { contract, names, imports, freeName }: Factories,
  { own, label, operations, service }: Subject,
): SoapClientView {
  const name = freeName(own.createClient.replace(/Client(?!.*Client)/, 'SoapClient'));
  const client = imports.type('client', own.client);
  const descriptors = operations.map((one) => imports.value('operations', one.descriptor));
  // in an array literal TypeScript compares operations with one another: hundreds are too many
  const list = call('Array.of<AnyOperation>', ...descriptors);
  const head = 'const operations =';
  const defaults = contract.baseUrl === undefined ? '{}' : '{ baseUrl }';
  return {
    doc: docContent([
      `Creates a client of ${label} on the \`soap\` package:`,
      `the same as \`${own.createClient}\` makes, over SOAP alone.`,
      '',
      '@example',
      `const client = ${name}({ baseUrl: 'https://example.org' });`,
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: ['options: SoapClientOptions = {}'],
      after: `: ${client} {`,
    }),
    client,
    operations: laidOut(head, list, ';', 1).slice(head.length + 1, -1),
    caller: `createSoapPackageCaller(soap.createClientAsync, operations, options, ${defaults})`,
    services:
      service === undefined
        ? contract.services.map((one) => {
            const methods = imports.value('client', facetOf(names.services, one).methods);
            return portObject(one.property, methods);
          })
        : undefined,
    methods: service === undefined ? '' : imports.value('client', own.methods),
  };
}

/**
 * A contract's factory returns the package's servers in the order of the services, a service's its
 * only one.
 */
function planServer(
  { imports, freeName }: Factories,
  { own, label, service }: Subject,
): SoapServerView {
  const name = freeName(own.createServer.replace(/^create(.*)Server/, 'listen$1'));
  const several = service === undefined;
  const returns = several ? 'readonly soap.Server[]' : 'soap.Server';
  return {
    doc: docContent([
      `Serves ${label} with \`listen\` of the \`soap\` package:`,
      `the same handlers as \`${own.createServer}\` takes, over SOAP alone.`,
      several
        ? "Gives the package's servers in the order of the services."
        : "Gives the package's server.",
      '',
      '@example',
      'const server = createServer().listen(8080); // createServer of `node:http`',
      `${name}(server, handlers);`,
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}<${stateParameter} = unknown>`,
      items: [
        'server: SoapHttpServer',
        `handlers: ${imports.type('server', own.handlers)}<${stateParameter}>`,
        `options: SoapListenOptions<${stateParameter}> = {}`,
      ],
      after: `: ${returns} {`,
    }),
    returns,
    routes: imports.value('server', own.routes),
    result: several ? 'servers' : 'servers[0]',
  };
}
