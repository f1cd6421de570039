import { sampleSimple } from '../../../model/sample/sample-simple.ts';
import { holdsQNames } from '../../../model/xsd/qname-values.ts';
import { rewriteQNames } from '../../../model/xsd/rewrite-qnames.ts';
import type { ElementDeclaration, SimpleType } from '../../../model/xsd/schema.ts';
import type { PageSampleWriter } from './writer.ts';

/** What a value is for: an element or an attribute. */
type Owner = Pick<ElementDeclaration, 'name' | 'fixed' | 'default'>;

/** A valid value of a type, for the element whose tag is open or an attribute of it. */
export function exampleText(
  out: PageSampleWriter,
  type: SimpleType,
  { name, fixed, default: initial }: Owner,
  ordinal: number,
): string {
  const value = fixed ?? initial ?? sampleSimple(type, { name: name.localName, ordinal });
  return holdsQNames(type) ? withPrefixes(out, value) : value;
}

/** Declares the namespaces of the names in a value. */
function withPrefixes(out: PageSampleWriter, value: string): string {
  const prefixes = new Map<string, string>();
  return rewriteQNames(value, undefined, ({ namespace, localName }) => {
    let prefix = prefixes.get(namespace);
    if (prefix === undefined) {
      prefix = `v${prefixes.size + 1}`;
      prefixes.set(namespace, prefix);
      out.attribute(`xmlns:${prefix}`, namespace);
    }
    return `${prefix}:${localName}`;
  });
}
