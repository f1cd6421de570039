import type { DataSetDescription } from '../../model/xsd/data-set.ts';
import { readSetSchema } from '../../runtime/data-set/read-schema.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';
import type { TreeElement } from '../xml-tree.ts';

const msdata = 'urn:schemas-microsoft-com:xml-msdata';

/** Whether an element is a DataSet of .NET. */
export function isDataSetElement({ attributes }: TreeElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) =>
      local === 'IsDataSet' && namespace === msdata && value === 'true',
  );
}

/**
 * The DataSet that a schema describes, read as from a message.
 *
 * @param schema the `xs:schema` element
 */
export function readDataSetDescription(schema: TreeElement): DataSetDescription {
  return readSetSchema([elementOf(schema)]).definition;
}

function elementOf({ local, namespace, attributes, children }: TreeElement): XmlElement {
  return {
    name: local,
    namespace,
    attributes: attributes.map((one) => ({
      name: one.local,
      namespace: one.namespace,
      value: one.value,
    })),
    children: children.map(elementOf),
  };
}
