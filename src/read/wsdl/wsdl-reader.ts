import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import { addressingNamespaces, policyNamespaces } from '../../model/policy/policy.ts';
import type { Binding, Message, PortType, Service } from '../../model/wsdl/definitions.ts';
import { type NameReader, orList } from '../attributes.ts';
import { documentationTextOf } from '../documentation-text.ts';
import { attributeOf, attributeValue, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import type { PolicyReader } from './read-policy.ts';

/** Shared by the functions that read one WSDL document. */
export interface WsdlReader extends NameReader {
  /** Receives warnings about what is left out. */
  readonly sink: DiagnosticSink;
  readonly targetNamespace: string;
  readonly found: WsdlLists;
  readonly policies: PolicyReader;
}

/** Everything declared by a WSDL document and those it imports. */
export interface WsdlLists {
  readonly messages: Message[];
  readonly portTypes: PortType[];
  readonly bindings: Binding[];
  readonly services: Service[];
  /** Bindings left out, so that ports that refer to them are left out, too. */
  readonly leftOut: QName[];
}

/** Whether an element is WSDL 1.1's own with this name. */
export function isWsdl(element: TreeElement, local: string): boolean {
  return element.local === local && element.namespace === namespaces.wsdl;
}

/** Whether an element belongs to the SOAP 1.1 or 1.2 extension of WSDL and has this name. */
export function isSoap(element: TreeElement, local: string): boolean {
  return (
    element.local === local &&
    (element.namespace === namespaces.wsdlSoap11 || element.namespace === namespaces.wsdlSoap12)
  );
}

/** Text of `wsdl:documentation`. */
export function documentationIn(element: TreeElement): string | undefined {
  const { children } = element;
  if (children.length === 0) return undefined;
  return documentationTextOf(children.filter((child) => isWsdl(child, 'documentation')));
}

const understood: ReadonlySet<string> = new Set([
  ...policyNamespaces,
  ...addressingNamespaces,
  namespaces.wsdl,
  namespaces.wsdlSoap11,
  namespaces.wsdlSoap12,
  namespaces.wsdlHttp,
  namespaces.wsdlMime,
  namespaces.xsd,
]);

/**
 * Checks the children of an element: one of WSDL's own at the wrong place is a defect. Unknown
 * extensions are skipped, with a warning if the document requires them (WSDL 1.1 section 2.1.3).
 */
export function checkChildren(
  reader: WsdlReader,
  element: TreeElement,
  allowed: readonly string[],
): void {
  for (const child of element.children) {
    if (child.namespace === namespaces.wsdl) {
      if (child.local === 'documentation' || allowed.includes(child.local)) continue;
      reader.log.add({
        code: 'ASMX1022',
        message: `Element '${child.local}' cannot be in '${element.local}'`,
        span: spanOf(child),
        help: didYouMean(child.local, allowed),
      });
    } else if (!understood.has(child.namespace) && isRequired(child)) {
      const extension = `Extension '${child.local}' of namespace '${child.namespace}'`;
      reader.sink.report({
        code: 'ASMX1024',
        severity: 'warning',
        message: `${extension} says it is required, but is not known`,
        span: spanOf(child),
        help: 'Generated code takes no account of it',
      });
    }
  }
}

/** Whether an extension element has `wsdl:required="true"`. */
export function isRequired(element: TreeElement): boolean {
  for (const { local, namespace, value } of element.attributes) {
    if (local === 'required' && namespace === namespaces.wsdl) {
      return value.trim() === 'true' || value.trim() === '1';
    }
  }
  return false;
}

/**
 * The value of an attribute that this tool writes into WSDL for what only the YAML notation can
 * express.
 */
export function contractAttribute(element: TreeElement, local: string): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.local === local && attribute.namespace === namespaces.contract) {
      return attribute.value;
    }
  }
  return undefined;
}

/** An attribute with its possible values. */
export interface Choice<T extends string> {
  readonly attribute: string;
  readonly choices: readonly T[];
}

/**
 * An attribute of an extension with one of a few values. Any other causes a warning and counts as
 * the default.
 */
export function readLooseChoice<T extends string>(
  reader: WsdlReader,
  element: TreeElement,
  { attribute, choices }: Choice<T>,
  fallback: T,
): T {
  const found = attributeOf(element, attribute);
  const text = found?.value.trim() ?? '';
  const choice = choices.find((one) => one === text);
  if (choice !== undefined || found === undefined || text === '') return choice ?? fallback;
  reader.log.warn({
    code: 'ASMX1023',
    message: `Attribute '${attribute}' cannot be '${text}': it is taken for '${fallback}'`,
    span: valueSpan(element, found),
    help: `Write ${orList(choices)}`,
  });
  return fallback;
}

/** A name in the target namespace. */
export function nameIn(reader: WsdlReader, localName: string): QName {
  return { namespace: reader.targetNamespace, localName };
}

/**
 * The value of an attribute for a URI; `undefined` for white space, with which some documents leave
 * it empty.
 */
export function nonBlank(element: TreeElement, attribute: string): string | undefined {
  const value = attributeValue(element, attribute)?.trim();
  return value === '' ? undefined : value;
}
