import { readFileSync } from 'node:fs';
import type { XmlElement } from '../../../src/runtime/index.ts';
import { captureElement } from '../../../src/runtime/xml/capture.ts';
import { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { writeXmlElement } from '../../../src/runtime/xml/writer.ts';

/** The element of an XML text. */
export function elementOf(text: string): XmlElement {
  const reader = new XmlReader(text);
  reader.nextTag();
  return captureElement(reader);
}

/** What .NET wrote: `test/stacks/mono/DataSets.cs` has the sets. */
export function fromDotnet(name: string): XmlElement {
  const path = new URL(`../../fixtures/data-sets/${name}.xml`, import.meta.url);
  return elementOf(readFileSync(path, 'utf8'));
}

/** The text of a DataSet in an element. */
export function textOf({ schema, diffgram }: { schema: XmlElement; diffgram: XmlElement }): string {
  return `<Set>${writeXmlElement(schema, '')}${writeXmlElement(diffgram, '')}</Set>`;
}

const prefixes = {
  xs: 'http://www.w3.org/2001/XMLSchema',
  msdata: 'urn:schemas-microsoft-com:xml-msdata',
  diffgr: 'urn:schemas-microsoft-com:xml-diffgram-v1',
};

/** A DataSet with one table, whose columns have the given declarations. */
export function setWith(columns: string, rows: string, more = ''): XmlElement {
  const declared = Object.entries(prefixes).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return elementOf(
    `<Set${declared.join('')}><xs:schema id="S"><xs:element name="S" msdata:IsDataSet="true">` +
      '<xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="T">' +
      `<xs:complexType>${columns}</xs:complexType></xs:element></xs:choice></xs:complexType>` +
      `${more}</xs:element></xs:schema><diffgr:diffgram><S>${rows}</S></diffgr:diffgram></Set>`,
  );
}
