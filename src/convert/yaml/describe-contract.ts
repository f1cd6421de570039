import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { namespaceFit } from '../../model/common/namespace-fit.ts';
import { addressOrigin, addressPath } from '../../model/wsdl/address.ts';
import type { Contract, Service } from '../../model/wsdl/definitions.ts';
import type { ContractNotation, ServiceNotation, TypeNotation } from '../../model/yaml/notation.ts';
import { sameSyntax } from '../same-syntax.ts';
import type { TypeScope } from './describe-fields.ts';
import { describeService } from './describe-service.ts';
import { createMisfits, type Misfits } from './misfits.ts';
import { ServiceScope } from './service-scope.ts';
import { defaultPath } from './write-notation.ts';

/**
 * Describes a contract in the YAML notation.
 *
 * @param sink receives everything that the notation cannot express, with its position: an error
 *   if messages would change, otherwise a warning
 * @returns `undefined` if there is such an error
 */
export function describeContract(
  contract: Contract,
  sink: DiagnosticSink,
): ContractNotation | undefined {
  const misfits = createMisfits(sink);
  const services: ServiceNotation[] = [];
  const types = new Map<string, TypeNotation>();
  const baseUrl = contract.baseUrl ?? commonOrigin(contract, misfits);
  const presence: TypeScope['presence'] = {};
  for (const definitions of contract.definitions) {
    for (const service of definitions.services) {
      const scope = new ServiceScope(definitions, service, misfits, presence);
      const path = pathOf(service, baseUrl, misfits);
      services.push(describeService(scope, definitions, service, path));
      for (const type of scope.describeReached()) addType(types, type, misfits);
    }
  }
  checkWhole(contract, services, misfits);
  if (misfits.found) return undefined;
  const { name, documentation } = contract;
  const ordered = [...types.values()].sort(byPlace);
  return {
    name,
    namespace: services[0]?.namespace ?? '',
    baseUrl,
    documentation,
    allParameters: presence.allParameters === true,
    services,
    types: new Map(ordered.map((one) => [one.name, one])),
  };
}

/**
 * Checks requirements of the notation: services with operations, each at its own path and in a
 * namespace.
 */
function checkWhole(
  { definitions }: Contract,
  services: readonly ServiceNotation[],
  misfits: Misfits,
): void {
  const [first] = definitions;
  if (services.length === 0 && first !== undefined) {
    misfits.refuse(first.span, 'the contract has no service');
  }
  const paths = new Set<string>();
  for (const { name, namespace, operations, path, span } of services) {
    if (operations.length === 0) {
      misfits.refuse(span, `service '${name}' has no operation over SOAP or HTTP`);
    }
    const fit = namespaceFit(namespace);
    const message = `namespace '${namespace}' of service '${name}' is not an absolute URI`;
    if (fit === 'none') misfits.refuse(span, message);
    else if (fit === 'relative') misfits.drop(span, message);
    if (paths.has(path.toLowerCase())) {
      misfits.refuse(span, `service '${name}' has the path of another one, '${path}'`);
    }
    paths.add(path.toLowerCase());
  }
}

/** Document order within a file. Types of several files keep the order of discovery. */
function byPlace(a: TypeNotation, b: TypeNotation): number {
  return a.span.file === b.span.file ? a.span.start - b.span.start : 0;
}

function addType(types: Map<string, TypeNotation>, type: TypeNotation, misfits: Misfits): void {
  const known = types.get(type.name);
  if (known === undefined) types.set(type.name, type);
  else if (!sameSyntax(known, type)) {
    misfits.refuse(
      type.span,
      `type '${type.name}' differs between two namespaces`,
      'The notation has one list of types for all services: convert one service with --service',
    );
  }
}

/** Scheme, host and port that all addresses share. */
function commonOrigin(contract: Contract, misfits: Misfits): string | undefined {
  let origin: string | undefined;
  for (const service of contract.definitions.flatMap((one) => one.services)) {
    for (const { address, span } of service.ports) {
      const found = address === undefined ? undefined : addressOrigin(address);
      if (found === undefined) continue;
      if (origin !== undefined && origin !== found) {
        misfits.refuse(
          span,
          `service '${service.name}' is at '${found}', another at '${origin}'`,
          "The notation has one 'baseUrl': convert one service with --service",
        );
        return origin;
      }
      origin = found;
    }
  }
  return origin;
}

function pathOf(service: Service, baseUrl: string | undefined, misfits: Misfits): string {
  let path: string | undefined;
  for (const { address, span } of service.ports) {
    if (address === undefined) continue;
    const found = addressPath(address, baseUrl);
    const trouble = addressTrouble(address, found);
    if (trouble !== undefined) {
      misfits.refuse(span, `address '${address}' ${trouble}`);
      continue;
    }
    if (path !== undefined && path !== found) {
      misfits.refuse(span, `service '${service.name}' has ports at '${path}' and at '${found}'`);
    }
    path ??= found;
  }
  return path ?? defaultPath(service.name);
}

function addressTrouble(address: string, path: string | undefined): string | undefined {
  if (path === undefined) return 'is not an http or https URL';
  if (/[?#]/.test(address)) return "holds more than a path after the host: '?' or '#'";
  if (path === '/') return 'has no path';
  if (!/^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$/.test(path)) {
    return 'holds characters that should be percent-encoded';
  }
  if (/\/\/|\/\.{1,2}(\/|$)/.test(path)) return "holds '//', '.' or '..'";
  return undefined;
}
