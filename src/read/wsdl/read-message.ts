import { namespaces } from '../../model/common/namespaces.ts';
import type { Reference } from '../../model/common/reference.ts';
import type { Message, Part } from '../../model/wsdl/definitions.ts';
import { readLooseName, readName, readReference } from '../attributes.ts';
import { spanOf, type TreeElement } from '../xml-tree.ts';
import {
  checkChildren,
  contractAttribute,
  documentationIn,
  isWsdl,
  nameIn,
  type WsdlReader,
} from './wsdl-reader.ts';

/** `wsdl:message` (WSDL 1.1 section 2.3). */
export function readMessage(reader: WsdlReader, element: TreeElement): Message {
  checkChildren(reader, element, ['part']);
  return {
    name: nameIn(reader, readLooseName(element, reader.log)),
    parts: element.children
      .filter((child) => isWsdl(child, 'part'))
      .map((child) => readPart(reader, child)),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readPart(reader: WsdlReader, element: TreeElement): Part {
  const { log } = reader;
  const name = readName(element, log);
  const byElement = readReference(reader, element, 'element');
  const byType = readReference(reader, element, 'type');
  if (byElement === undefined && byType === undefined) {
    // ASMX describes a method that returns any XML node like this.
    log.warn({
      code: 'ASMX1023',
      message: `Part '${name}' has neither 'element' nor 'type': it is taken for any content`,
      span: spanOf(element),
    });
  } else if (byElement !== undefined && byType !== undefined) {
    log.add({
      code: 'ASMX1023',
      message: `Part '${name}' has both 'element' and 'type'`,
      span: spanOf(element),
      help: 'Remove one of the two',
    });
  }
  return {
    name,
    element: byElement,
    type: byElement === undefined ? (byType ?? anything(element)) : undefined,
    notation: contractAttribute(element, 'type'),
    optional: contractAttribute(element, 'optional') === 'true' ? true : undefined,
    documentation: documentationIn(element),
    span: spanOf(element),
  };
}

function anything(element: TreeElement): Reference {
  return { name: { namespace: namespaces.xsd, localName: 'anyType' }, span: spanOf(element) };
}
