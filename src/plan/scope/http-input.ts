import type { HttpContent } from '../../model/wsdl/definitions.ts';
import { isXmlType } from '../../model/wsdl/media-type.ts';
import type { HttpOperation } from '../../model/wsdl/service-model.ts';

/** Whether the parameters of a request are in its query, form or location. */
export function isForm({ input }: HttpOperation): boolean {
  return (
    (input.kind !== 'mimeXml' && input.kind !== 'mimeContent') ||
    (input.kind === 'mimeContent' && input.type === 'application/x-www-form-urlencoded')
  );
}

/** Whether the request is an XML document. */
export function isDocument({ input }: HttpOperation): boolean {
  return isXml(input);
}

/** Whether the answer is an XML document with a declared element as its root. */
export function answersDocument({ output, result }: HttpOperation): boolean {
  return output.kind === 'mimeXml' || (isXml(output) && result?.element !== undefined);
}

function isXml(content: HttpContent): boolean {
  return (
    content.kind === 'mimeXml' || (content.kind === 'mimeContent' && isXmlType(content.type ?? ''))
  );
}
