import type { QName } from '../../model/common/qname.ts';
import { type Annotation, jaxbNamespaces } from '../../model/xsd/annotation.ts';
import type { GivenType, QNameSyntax } from '../../model/xsd/qname-syntax.ts';
import { rewriteQNames } from '../../model/xsd/rewrite-qnames.ts';
import type {
  AttributeSyntax,
  NamespaceBindings,
  SchemaDocument,
  SchemaForm,
} from '../../model/xsd/schema-document.ts';
import type { Prefixes } from './prefixes.ts';
import { keptSpace } from './wsdl-scope.ts';
import { attribute, type MarkupWriter } from './xml-writer.ts';

/** What every writer of schema components needs. */
export interface SchemaScope {
  readonly out: MarkupWriter;
  readonly prefixes: Prefixes;
  readonly schema: SchemaDocument;
  /** Tells which values are QNames: their prefixes become those of this document. */
  readonly qnames: QNameSyntax;
  /** Whether to keep what only the YAML notation can say, as extension attributes. */
  readonly extensions: boolean;
}

/** `xs:annotation`; nothing when it would be empty. */
export function writeAnnotation(scope: SchemaScope, { documentation, property }: Annotation): void {
  const { out } = scope;
  if (documentation === undefined && property === undefined) return;
  out.element('s:annotation', '', () => {
    if (property !== undefined) {
      out.element('s:appinfo', '', () => {
        out.element(jaxbProperty, attribute('name', property));
      });
    }
    if (documentation === undefined) return;
    out.textElement('s:documentation', keptSpace(scope, documentation), documentation);
  });
}

const jaxbProperty = 'jaxb:property';

/** What the start tag of a schema must declare for the annotations written into it. */
export function annotationAttributes(components: string): string {
  if (!components.includes(`<${jaxbProperty} `)) return '';
  return attribute('xmlns:jaxb', jaxbNamespaces[0]) + attribute('jaxb:version', '3.0');
}

/** `default` and `fixed` of an element or attribute. */
export function defaultAttributes(
  scope: SchemaScope,
  { default: value, fixed, names }: Pick<AttributeSyntax, 'default' | 'fixed' | 'names'>,
  type: GivenType,
): string {
  return (
    attribute('default', valueText(scope, value, names, type)) +
    attribute('fixed', valueText(scope, fixed, names, type))
  );
}

/** A value of a type. QNames in it get the prefixes of the document. */
export function valueText(
  { prefixes, qnames }: SchemaScope,
  value: string | undefined,
  names: NamespaceBindings | undefined,
  type: GivenType,
): string | undefined {
  if (value === undefined || !qnames.holds(type)) return value;
  return rewriteQNames(value, names, prefixes.value);
}

/** `form` of a local declaration, where it differs from the schema's default. */
export function formOf(scope: SchemaScope, name: QName, byDefault: SchemaForm): string | undefined {
  if (scope.schema.targetNamespace === '') return undefined;
  const form: SchemaForm = name.namespace === '' ? 'unqualified' : 'qualified';
  return form === byDefault ? undefined : form;
}

/** Value of a boolean attribute whose default is false. */
export function flag(value: boolean): 'true' | undefined {
  return value ? 'true' : undefined;
}
