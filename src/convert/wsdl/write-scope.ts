import type { MarkupNode } from '../../model/common/markup.ts';
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

/** Context for writing schema components. */
export interface SchemaScope {
  readonly out: MarkupWriter;
  readonly prefixes: Prefixes;
  readonly schema: SchemaDocument;
  /** Finds out which values are QNames. Their prefixes become those of this document. */
  readonly qnames: QNameSyntax;
  /** Whether to write extension attributes for what only the YAML notation can express. */
  readonly extensions: boolean;
}

/** `xs:annotation`; nothing if it would be empty. */
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

/** Declarations in the start tag of a schema for the annotations written into it. */
export function annotationAttributes(components: readonly MarkupNode[]): string {
  if (!components.some(hasProperty)) return '';
  return attribute('xmlns:jaxb', jaxbNamespaces[0]) + attribute('jaxb:version', '3.0');
}

function hasProperty(node: MarkupNode): boolean {
  return (
    typeof node !== 'string' && (node.name === jaxbProperty || node.children.some(hasProperty))
  );
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

/** A value of a type, with QNames in the prefixes of the document. */
export function valueText(
  { prefixes, qnames }: SchemaScope,
  value: string | undefined,
  names: NamespaceBindings | undefined,
  type: GivenType,
): string | undefined {
  if (value === undefined || !qnames.holds(type)) return value;
  return rewriteQNames(value, names, prefixes.value);
}

/** `form` of a local declaration, if it differs from the schema's default. */
export function formOf(scope: SchemaScope, name: QName, byDefault: SchemaForm): string | undefined {
  if (scope.schema.targetNamespace === '') return undefined;
  const form: SchemaForm = name.namespace === '' ? 'unqualified' : 'qualified';
  return form === byDefault ? undefined : form;
}

/** Value of a boolean attribute that defaults to false. */
export function flag(value: boolean): 'true' | undefined {
  return value ? 'true' : undefined;
}
