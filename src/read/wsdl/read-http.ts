import { namespaces } from '../../model/common/namespaces.ts';
import type { HttpContent } from '../../model/wsdl/definitions.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { checkChildren, nonBlank, type WsdlReader } from './wsdl-reader.ts';

/**
 * How an operation of an HTTP binding carries its input or output (WSDL 1.1 section 4 and 5). No
 * content means void.
 */
export function readHttpContent(
  reader: WsdlReader,
  element: TreeElement,
  direction: 'input' | 'output',
): HttpContent {
  checkChildren(reader, element, []);
  for (const child of element.children) {
    if (child.namespace === namespaces.wsdlHttp) {
      if (child.local === 'urlEncoded') return { kind: 'urlEncoded' };
      if (child.local === 'urlReplacement') return { kind: 'urlReplacement' };
    }
    if (child.namespace !== namespaces.wsdlMime) continue;
    const part = nonBlank(child, 'part');
    if (child.local === 'mimeXml') return { kind: 'mimeXml', part };
    if (child.local === 'content') {
      const type = attributeValue(child, 'type')?.trim();
      if (direction === 'input' && type?.toLowerCase() === 'application/x-www-form-urlencoded') {
        return { kind: 'form' };
      }
      return { kind: 'mimeContent', part, type };
    }
    reader.log.add({
      code: 'ASMX1024',
      message: `'${child.local}' is not supported in an HTTP binding`,
      span: spanOf(child),
    });
  }
  return { kind: 'none' };
}
