/**
 * A fault of a schema: what it is, the schema with `¶` where it is to be shown, and the code it is
 * reported with.
 */
export type FaultRow = readonly [what: string, schema: string, code: string];

/** Rows by the constraint of XML Schema 1.0 they break, named as the standard names it. */
export type FaultTable = Readonly<Record<string, readonly FaultRow[]>>;

/** Schemas that look like faults of a kind and are none. */
export type SoundTable = Readonly<Record<string, readonly string[]>>;

/** Facets as elements: `minLength=2 ¶pattern=[a-z]+`. Spaces in a value are written `_`. */
export function facets(text: string): string {
  return text.replace(/(¶?)(\w+)=(\S*)/g, (_all, place: string, name: string, value: string) => {
    const plain = value.replaceAll('_', ' ').replace(/!$/, '');
    return `${place}<xs:${name} value="${plain}"${value.endsWith('!') ? ' fixed="true"' : ''}/>`;
  });
}

/** A simple type `A` that restricts another one. */
export function restriction(base: string, text: string, name = 'A'): string {
  return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets(text)}</xs:restriction></xs:simpleType>`;
}

/** A type `A`, and a type `B` that restricts it. */
export function twoSteps(base: string, first: string, second: string): string {
  return restriction(base, first) + restriction('t:A', second, 'B');
}

/** A complex type of this content. */
export function complex(content: string, name = 'T', attributes = ''): string {
  return `<xs:complexType name="${name}"${attributes}>${content}</xs:complexType>`;
}

/** A complex type with a sequence of this content. */
export function sequence(content: string, name = 'T'): string {
  return complex(`<xs:sequence>${content}</xs:sequence>`, name);
}

/** A complex type that derives from another one. */
export function derived(method: string, base: string, content: string, name = 'D'): string {
  return complex(
    `<xs:complexContent><xs:${method} base="${base}">${content}</xs:${method}></xs:complexContent>`,
    name,
  );
}

/** An element `e` with content `b` and `c`, and these identity constraints. */
export function constrained(constraints: string): string {
  return `<xs:element name="e"><xs:complexType><xs:sequence><xs:element name="b" type="xs:string"/></xs:sequence><xs:attribute name="c" type="xs:string"/></xs:complexType>${constraints}</xs:element>`;
}

/** A `unique` with this selector and these fields. */
export function unique(selector: string, ...fields: readonly string[]): string {
  const all = fields.map((one) => `<xs:field xpath="${one}"/>`).join('');
  return constrained(`<xs:unique name="u"><xs:selector xpath="${selector}"/>${all}</xs:unique>`);
}
