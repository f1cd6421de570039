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
  return (
    input.kind === 'mimeXml' ||
    (input.kind === 'mimeContent' && /[/+]xml\s*(?:;|$)/i.test(input.type ?? ''))
  );
}
