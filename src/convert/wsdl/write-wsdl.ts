import { indentedText, type MarkupElement } from '../../model/common/markup.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Definitions, Port, Service } from '../../model/wsdl/definitions.ts';
import { qnameSyntax } from '../../model/xsd/qname-syntax.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';
import type { Component } from './component-order.ts';
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
 * Placeholder for the address of a port until a request shows it. XML does not allow this
 * character, so no contract contains it.
 */
export const addressPlaceholder: string = '\0';

export interface WsdlOptions {
  /**
   * Address to write for every port; the runtime replaces `addressPlaceholder`. By default each
   * port keeps its own address.
   */
  readonly address?: string | undefined;
  /**
   * Whether to write attributes in a namespace of our own, for what only the YAML notation can
   * express. Off by default.
   */
  readonly extensions?: boolean | undefined;
  /** With `extensions`: the contract's base URL. An address alone does not show where it ends. */
  readonly baseUrl?: string | undefined;
}

/** XML declaration of a document, on a line of its own. */
export const xmlDeclaration: string = '<?xml version="1.0" encoding="utf-8"?>';

/**
 * Writes a WSDL 1.1 document like ASMX's own: prefixes, order, attribute order and indentation.
 * Lines end in LF; nothing follows the last tag.
 *
 * @param service the service to write, without what only other services use; by default all
 */
export function writeWsdl(
  definitions: Definitions,
  service: string | undefined,
  options: WsdlOptions = {},
): string {
  const whole = service === undefined ? definitions : onlyService(definitions, service);
  return wsdlText(wsdlAt(whole, options)(({ address }) => options.address ?? address));
}

/** The text of a document. */
export function wsdlText(root: MarkupElement): string {
  return `${xmlDeclaration}\n${indentedText([root])}`;
}

/** Gives the address to write for a port; the port has none without one. */
export type PortAddress = (port: Port) => string | undefined;

/** Creates the elements of a document. Only those of its services depend on the addresses. */
export function wsdlAt(
  definitions: Definitions,
  options: WsdlOptions = {},
): (addressOf: PortAddress) => MarkupElement {
  // Without standard schemas that the reader added. Importers know them, too.
  const schemas = definitions.schemas.filter((schema) => schema.builtin !== true);
  const single = withoutRedefinitions({ ...definitions, schemas });
  const chosen = { ...single, schemas: withoutRepetitions(single.schemas) };
  const out = createMarkupWriter();
  const prefixes = choosePrefixes(chosen);
  const scope: WsdlScope = {
    out,
    prefixes,
    definitions: chosen,
    messages: localNames(chosen, chosen.messages, prefixes),
    portTypes: localNames(chosen, chosen.portTypes, prefixes),
    bindings: localNames(chosen, chosen.bindings, prefixes),
    byName: {
      bindings: byName(chosen.bindings),
      portTypes: byName(chosen.portTypes),
      messages: byName(chosen.messages),
    },
    xmlResults: xmlResults(chosen),
    extensions: options.extensions ?? false,
  };
  writeDocumentation(scope, chosen.documentation);
  writeTypes(scope);
  for (const message of chosen.messages) writeMessage(scope, message);
  for (const portType of chosen.portTypes) writePortType(scope, portType);
  for (const binding of chosen.bindings) writeBinding(scope, binding);
  return (addressOf) => {
    const services = createMarkupWriter();
    for (const one of chosen.services) writeService({ ...scope, out: services }, one, addressOf);
    // Only now are the prefixes of the document known.
    const attributes =
      prefixes.declarations() +
      attribute('name', chosen.name) +
      attribute('targetNamespace', chosen.targetNamespace || undefined) +
      attribute('xmlns:wsdl', namespaces.wsdl) +
      contractAttributes(scope, { baseUrl: options.baseUrl });
    const name = 'wsdl:definitions';
    return { name, tag: name + attributes, children: [...out.elements, ...services.elements] };
  };
}

/**
 * Schemas without the components that an earlier one declares, too. Readers take such a repetition
 * from two files, but not from one document.
 */
function withoutRepetitions(schemas: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const seen = new Set<string>();
  const firsts = <T extends Component>(kind: string, all: readonly T[]): readonly T[] =>
    all.filter(({ name }) => {
      const { size } = seen;
      return name === undefined || seen.add(`${kind} ${qnameKey(name)}`).size > size;
    });
  return schemas.map((one) => ({
    ...one,
    elements: firsts('element', one.elements),
    attributes: firsts('attribute', one.attributes),
    types: firsts('type', one.types),
    groups: firsts('group', one.groups),
    attributeGroups: firsts('attributeGroup', one.attributeGroups),
  }));
}

/** `wsdl:types` (WSDL 1.1 section 2.2). */
function writeTypes({ out, prefixes, definitions: { schemas }, extensions }: WsdlScope): void {
  out.element('wsdl:types', '', () => {
    const present = new Set(schemas.map((schema) => schema.targetNamespace));
    const qnames = qnameSyntax(schemas);
    for (const schema of schemas) {
      writeSchema({ out, prefixes, schema, qnames, extensions }, present);
    }
  });
}

/** Constructs by the keys of their names. The first of each name counts. */
function byName<T extends { readonly name: QName }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.toReversed().map((one) => [qnameKey(one.name), one]));
}

/** `wsdl:service` with its ports (WSDL 1.1 sections 2.6 and 2.7). */
function writeService(scope: WsdlScope, service: Service, addressOf: PortAddress): void {
  const { out } = scope;
  out.element('wsdl:service', attribute('name', service.name), () => {
    writeDocumentation(scope, service.documentation);
    for (const port of service.ports) {
      const binding = scope.bindings.reference(port.binding.name);
      out.element('wsdl:port', attribute('name', port.name) + attribute('binding', binding), () => {
        writeDocumentation(scope, port.documentation);
        writeAddress(scope, port, addressOf(port));
      });
    }
  });
}

function writeAddress(scope: WsdlScope, port: Port, location: string | undefined): void {
  if (location === undefined) return;
  // Escaping would replace the placeholder.
  const value = location === addressPlaceholder ? location : escapeXmlAttribute(location);
  scope.out.element(`${addressPrefix(scope, port)}:address`, ` location="${value}"`);
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
