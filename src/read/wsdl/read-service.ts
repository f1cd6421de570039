import { namespaces } from '../../model/common/namespaces.ts';
import type { Port, Service } from '../../model/wsdl/definitions.ts';
import { readLooseName, readRequiredReference } from '../attributes.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { checkChildren, documentationIn, isSoap, isWsdl, type WsdlReader } from './wsdl-reader.ts';

/** `wsdl:service` (WSDL 1.1 section 2.7). */
export function readService(reader: WsdlReader, element: TreeElement): Service {
  checkChildren(reader, element, ['port']);
  return {
    name: readLooseName(element, reader.log),
    ports: element.children
      .filter((child) => isWsdl(child, 'port'))
      .map((child) => reader.log.own(() => readPort(reader, child), child)),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readPort(reader: WsdlReader, element: TreeElement): Port {
  checkChildren(reader, element, []);
  const address = element.children.find(
    (child) =>
      isSoap(child, 'address') ||
      (child.local === 'address' && child.namespace === namespaces.wsdlHttp),
  );
  return {
    name: readLooseName(element, reader.log),
    binding: readRequiredReference(reader, element, 'binding'),
    address: address === undefined ? undefined : attributeValue(address, 'location')?.trim(),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}
