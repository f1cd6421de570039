import { qnameKey } from '../../model/common/qname.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { assignNames, type NameRequest } from '../../names/name-registry.ts';
import { pascalName } from '../../names/names.ts';

/** Global elements that are documents, with what follows `read` and `write` in their functions. */
export type ElementNames = ReadonlyMap<ElementDeclaration, string>;

/**
 * Names the documents of a plain XML Schema: its global elements that are not abstract. Of equal
 * names, that in the target namespace keeps its name; others get a word of their namespace. A WSDL
 * has no documents. `readXml` and `writeXml` are none of them: the index has `writeXml` already.
 */
export function nameElements({ elements, isSchema, namespace }: ServiceModel): ElementNames {
  if (!isSchema) return new Map();
  const taken = new Set(['Xml']);
  const documents = elements.filter((one) => !one.abstract);
  const requests = documents.map((element): NameRequest => {
    const { name } = element;
    const preferred = pascalName(name.localName);
    return {
      id: element,
      preferred,
      spelling: name.localName,
      rank: name.namespace === namespace ? 0 : 1,
      suffix: taken.has(preferred) ? 'Element' : '',
      namespace: name.namespace,
      key: qnameKey(name),
    };
  });
  const names = assignNames(requests, taken);
  return new Map(documents.map((element) => [element, names.get(element) ?? '']));
}
