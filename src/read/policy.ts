import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import {
  type PolicyAssertion,
  type PolicyOperator,
  type PolicyTerm,
  policyAddressingNamespaces,
  policyNamespaces,
} from '../model/policy.ts';
import { namespaces } from '../model/xml.ts';
import { attributeValue, spanOf, type TreeElement } from './xml-tree.ts';

/** Terms that the policies of a contract may have, with those that they refer to. */
const mostTerms = 20_000;
/** How many policies may refer to each other in a row, because terms are read recursively. */
const deepest = 100;

/** A policy that is referred to. It is read when all documents are known. */
interface PolicyReference {
  readonly uri: string;
  readonly element: TreeElement;
  /** Receives its terms. */
  readonly terms: PolicyTerm[];
  /** The policies around the reference. */
  readonly inside: readonly TreeElement[];
}

/** The policies of a contract. */
export class PolicyReader {
  /** By `#id` in each file, and by name. */
  readonly #named = new Map<string, TreeElement>();
  readonly #references: PolicyReference[] = [];
  #count = 0;

  /** Notes the policies that a document declares for references to them. */
  declare(root: TreeElement): void {
    for (const element of root.children) {
      if (!isPolicy(element)) continue;
      for (const { local, namespace, value } of element.attributes) {
        const id = value.trim();
        if (local === 'Name' && namespace === '') this.#named.set(id, element);
        else if (local === 'Id' || (local === 'id' && namespace === namespaces.xml)) {
          this.#named.set(`${element.file.path}#${id}`, element);
          if (!this.#named.has(`#${id}`)) this.#named.set(`#${id}`, element);
        }
      }
    }
  }

  /**
   * The policies of an element: those inside it, those it refers to, and extensions of WSDL that
   * say the same. `undefined` without any.
   */
  attached(element: TreeElement): readonly PolicyTerm[] | undefined {
    const terms: PolicyTerm[] = [];
    for (const { local, namespace, value } of element.attributes) {
      if (local !== 'PolicyURIs' || !policyNamespaces.includes(namespace)) continue;
      for (const uri of value.trim().split(/\s+/)) terms.push(this.#referTo(uri, element, []));
    }
    for (const child of element.children) {
      if (isPolicy(child)) terms.push(this.#operator(child, [child]));
      else if (isReference(child)) terms.push(this.#reference(child, []));
      else if (isUsingAddressing(child)) terms.push(extension(child));
    }
    return terms.length === 0 ? undefined : terms;
  }

  /** Reads the policies that are referred to. Called when all documents are known. */
  finish(sink: DiagnosticSink): void {
    // reading one may find more, which the loop visits, too
    for (const { uri, element, terms, inside } of this.#references) {
      const file = uri.startsWith('#') ? element.file.path : '';
      const found = this.#named.get(file + uri) ?? this.#named.get(uri.replace(/^[^#]*(?=#)/, ''));
      if (this.#count > mostTerms) {
        sink.report({
          code: 'ASMX1032',
          severity: 'warning',
          message: `The policies have more than ${mostTerms} terms: the others are left out`,
          span: spanOf(element),
        });
        return;
      }
      if (inside.length >= deepest) {
        sink.report({
          code: 'ASMX1032',
          severity: 'warning',
          message: `Policies refer to others more than ${deepest} deep: '${uri}' is left out`,
          span: spanOf(element),
        });
        continue;
      }
      if (found === undefined || inside.includes(found)) {
        sink.report({
          code: found === undefined ? 'ASMX2001' : 'ASMX2003',
          severity: 'warning',
          message:
            found === undefined
              ? `Policy '${uri}' is not in the contract: what it demands is not known`
              : `Policy '${uri}' contains itself`,
          span: spanOf(element),
        });
        continue;
      }
      terms.push(this.#operator(found, [...inside, found]));
    }
  }

  #operator(element: TreeElement, inside: readonly TreeElement[]): PolicyOperator {
    const terms = element.children.map((child) => this.#term(child, inside));
    return { kind: element.local === 'ExactlyOne' ? 'exactlyOne' : 'all', terms };
  }

  #term(element: TreeElement, inside: readonly TreeElement[]): PolicyTerm {
    this.#count += 1;
    if (isReference(element)) return this.#reference(element, inside);
    if (policyNamespaces.includes(element.namespace)) return this.#operator(element, inside);
    return this.#assertion(element, inside);
  }

  #assertion(element: TreeElement, inside: readonly TreeElement[]): PolicyAssertion {
    const nested = element.children.find(isPolicy);
    const parameters = element.children.filter((child) => !isPolicy(child) && !isReference(child));
    // WS-SecurityPolicy has attributes of its own namespace, too
    const attributes = element.attributes.filter(
      ({ namespace }) => namespace === '' || namespace === element.namespace,
    );
    const text = element.text.trim();
    return {
      kind: 'assertion',
      name: { namespace: element.namespace, localName: element.local },
      optional: isSet(element, 'Optional'),
      ignorable: isSet(element, 'Ignorable'),
      attributes: new Map(attributes.map(({ local, value }) => [local, value.trim()])),
      nested: nested && this.#operator(nested, inside),
      parameters: parameters.map((child) => this.#assertion(child, inside)),
      ...(text === '' ? {} : { text }),
      isExtension: false,
      span: spanOf(element),
    };
  }

  #reference(element: TreeElement, inside: readonly TreeElement[]): PolicyOperator {
    const uri = attributeValue(element, 'URI')?.trim() ?? '';
    return this.#referTo(uri, element, inside);
  }

  #referTo(uri: string, element: TreeElement, inside: readonly TreeElement[]): PolicyOperator {
    const terms: PolicyTerm[] = [];
    this.#references.push({ uri, element, terms, inside });
    return { kind: 'all', terms };
  }
}

function isPolicy({ local, namespace }: TreeElement): boolean {
  return local === 'Policy' && policyNamespaces.includes(namespace);
}

function isReference({ local, namespace }: TreeElement): boolean {
  return local === 'PolicyReference' && policyNamespaces.includes(namespace);
}

function isUsingAddressing({ local, namespace }: TreeElement): boolean {
  return local === 'UsingAddressing' && policyAddressingNamespaces.includes(namespace);
}

/** Whether an attribute of WS-Policy is true. */
function isSet({ attributes }: TreeElement, name: string): boolean {
  return attributes.some(
    ({ local, namespace, value }) =>
      local === name && policyNamespaces.includes(namespace) && /^(?:true|1)$/.test(value.trim()),
  );
}

/** `wsaw:UsingAddressing` as an extension of WSDL, which `wsdl:required` makes a demand. */
function extension(element: TreeElement): PolicyAssertion {
  const { namespace, local: localName } = element;
  const required = element.attributes.find(
    (one) =>
      one.local === 'required' && (one.namespace === namespaces.wsdl || one.namespace === ''),
  );
  const value = required?.value.trim();
  return {
    kind: 'assertion',
    name: { namespace, localName },
    optional: value === 'false' || value === '0',
    ignorable: false,
    attributes: new Map(value === undefined ? [] : [['required', value]]),
    parameters: [],
    isExtension: true,
    span: spanOf(element),
  };
}

/** The action of a message (WS-Addressing 1.0 Metadata, section 4.4.1); the newest form counts. */
export function actionOf({ attributes }: TreeElement): string | undefined {
  for (const namespace of policyAddressingNamespaces) {
    const found = attributes.find((one) => one.local === 'Action' && one.namespace === namespace);
    if (found !== undefined && found.value.trim() !== '') return found.value.trim();
  }
  return undefined;
}
