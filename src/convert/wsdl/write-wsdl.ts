import { namespaces } from '../../model/common/namespaces.ts';
import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Definitions, Port, Service } from '../../model/wsdl/definitions.ts';
import { qnameSyntax } from '../../model/xsd/qname-syntax.ts';
import { choosePrefixes } from './prefixes.ts';
import { withoutRedefinitions } from './redefinitions.ts';
import { onlyService } from './service-parts.ts';
import { writeBinding } from './write-bindings.ts';
import { writeMessage, writePortType } from './write-port-types.ts';
import { writeSchema } from './write-schema.ts';
import {
  contractAttributes,
  localNames,
  type WsdlScope,
  writeDocumentation,
} from './wsdl-scope.ts';
import { escapeXmlAttribute } from './xml-escape.ts';
import { xmlResults } from './xml-results.ts';
import { attribute, createMarkupWriter } from './xml-writer.ts';

/**
 * Stands for the address of every port until a request tells it. XML cannot hold it, so no contract
 * can contain it.
 */
export const addressPlaceholder: string = '\0';

export interface WsdlOptions {
  /**
   * Replaces the location of every port; `addressPlaceholder` leaves a mark that the runtime fills
   * in. Without it each port keeps its own address.
   */
  readonly address?: string | undefined;
  /**
   * Whether to keep what only the YAML notation can say, as attributes of a namespace of our own.
   * Off by default.
   */
  readonly extensions?: boolean | undefined;
  /** With `extensions`: the contract's base URL, which addresses alone do not tell from a path. */
  readonly baseUrl?: string | undefined;
}

/**
 * Writes a WSDL 1.1 document the way ASMX writes its own (asmx-behaviour 9): prefixes, order,
 * attribute order and indentation. Line ends are LF; nothing is after the last tag.
 *
 * @param service the service to write; constructs that only other services use are left out. All
 *   services when absent.
 */
export function writeWsdl(
  definitions: Definitions,
  service: string | undefined,
  options: WsdlOptions = {},
): string {
  const whole = service === undefined ? definitions : onlyService(definitions, service);
  // Standard schemas that the reader knows by heart were not in the document, and importers know
  // them too.
  const schemas = whole.schemas.filter((schema) => schema.builtin !== true);
  const chosen = withoutRedefinitions({ ...whole, schemas });
  const out = createMarkupWriter(1);
  const prefixes = choosePrefixes(chosen);
  const { targetNamespace } = chosen;
  const scope: WsdlScope = {
    out,
    prefixes,
    definitions: chosen,
    messages: localNames(
      chosen.messages.map((one) => one.name),
      targetNamespace,
      prefixes,
    ),
    portTypes: localNames(
      chosen.portTypes.map((one) => one.name),
      targetNamespace,
      prefixes,
    ),
    bindings: localNames(
      chosen.bindings.map((one) => one.name),
      targetNamespace,
      prefixes,
    ),
    byName: {
      bindings: byName(chosen.bindings),
      portTypes: byName(chosen.portTypes),
      messages: byName(chosen.messages),
    },
    xmlResults: xmlResults(chosen),
    extensions: options.extensions ?? false,
  };
  writeDocumentation(scope, chosen.documentation);
  out.element('wsdl:types', '', () => {
    const present = new Set(chosen.schemas.map((schema) => schema.targetNamespace));
    const qnames = qnameSyntax(chosen.schemas);
    const { extensions } = scope;
    for (const schema of chosen.schemas) {
      writeSchema({ out, prefixes, schema, qnames, extensions }, present);
    }
  });
  for (const message of chosen.messages) writeMessage(scope, message);
  for (const portType of chosen.portTypes) writePortType(scope, portType);
  for (const binding of chosen.bindings) writeBinding(scope, binding);
  for (const one of chosen.services) writeService(scope, one, options.address);
  const root = createMarkupWriter();
  const attributes =
    prefixes.declarations() +
    attribute('name', chosen.name) +
    attribute('targetNamespace', targetNamespace === '' ? undefined : targetNamespace) +
    attribute('xmlns:wsdl', namespaces.wsdl) +
    contractAttributes(scope, { baseUrl: options.baseUrl });
  root.element('wsdl:definitions', attributes, () => root.append(out.text()));
  return `<?xml version="1.0" encoding="utf-8"?>${root.text()}`;
}

/** Of several of one name, the first. */
function byName<T extends { readonly name: QName }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.toReversed().map((one) => [qnameKey(one.name), one]));
}

/** `wsdl:service` with its ports (WSDL 1.1 sections 2.6 and 2.7). */
function writeService(scope: WsdlScope, service: Service, address: string | undefined): void {
  const { out } = scope;
  out.element('wsdl:service', attribute('name', service.name), () => {
    writeDocumentation(scope, service.documentation);
    for (const port of service.ports) {
      const binding = scope.bindings.reference(port.binding.name);
      out.element('wsdl:port', attribute('name', port.name) + attribute('binding', binding), () => {
        writeDocumentation(scope, port.documentation);
        writeAddress(scope, port, address ?? port.address);
      });
    }
  });
}

function writeAddress(scope: WsdlScope, port: Port, location: string | undefined): void {
  if (location === undefined) return;
  const element = `${addressPrefix(scope, port)}:address`;
  const value = location === addressPlaceholder ? location : escapeXmlAttribute(location);
  scope.out.append(`\n      <${element} location="${value}" />`);
}

function addressPrefix(scope: WsdlScope, port: Port): string {
  switch (scope.byName.bindings.get(qnameKey(port.binding.name))?.kind) {
    case 'httpGet':
    case 'httpPost':
      return 'http';
    case 'soap12':
      return 'soap12';
    default:
      return 'soap';
  }
}
