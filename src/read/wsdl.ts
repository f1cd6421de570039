import type { DiagnosticSink, SourceFile } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/words.ts';
import { policyAddressingNamespaces, policyNamespaces } from '../model/policy.ts';
import type {
  Binding,
  BindingFault,
  BindingKind,
  BindingMessage,
  BindingOperation,
  Definitions,
  HttpContent,
  Message,
  MimeAttachment,
  OperationFault,
  OperationMessage,
  OriginalDocument,
  OriginalEdit,
  Part,
  Port,
  PortType,
  PortTypeOperation,
  Service,
  SoapBody,
  SoapHeader,
  SoapHeaderFault,
  SoapStyle,
  SoapUse,
  TextRange,
  WrittenKind,
} from '../model/wsdl.ts';
import { namespaces, type QName, type Reference, sameQName } from '../model/xml.ts';
import { documentTypeIn, withoutDocumentType } from './document-text.ts';
import { isRemote } from './host.ts';
import type { FollowedLink, ImportLoader } from './imports.ts';
import { actionOf, PolicyReader } from './policy.ts';
import {
  createSyntaxLog,
  documentationTextOf,
  type NameReader,
  orList,
  readLooseName,
  readName,
  readOptionalName,
  readReference,
  readRequiredReference,
  readTokens,
} from './syntax.ts';
import { isWellKnown } from './well-known.ts';
import { attributeValue, spanOf, type TreeElement, treeAttribute, valueSpan } from './xml-tree.ts';
import { SchemaSet } from './xsd/schema-set.ts';

/**
 * Reads a WSDL 1.1 document with everything it imports.
 *
 * @param root its `wsdl:definitions`
 * @param loader loads the documents at locations
 * @param sink receives warnings about what is left out; defects are kept in `defects`, missing
 *   documents in `missing`
 */
export function readWsdl(
  root: TreeElement,
  loader: ImportLoader,
  sink: DiagnosticSink,
): Definitions {
  const log = createSyntaxLog(sink);
  const schemas = new SchemaSet(loader, log);
  const found: WsdlLists = { messages: [], portTypes: [], bindings: [], services: [], leftOut: [] };
  const policies = new PolicyReader();
  const seen = new Set<TreeElement>();
  const visit = (definitions: TreeElement): void => {
    if (seen.has(definitions)) return;
    seen.add(definitions);
    const targetNamespace = attributeValue(definitions, 'targetNamespace')?.trim() ?? '';
    const reader: WsdlReader = {
      log,
      sink,
      targetNamespace,
      scope: { target: targetNamespace },
      found,
      policies,
    };
    policies.declare(definitions);
    log.own(() => {
      readTopLevels(reader, definitions, schemas);
      return undefined;
    }, definitions);
    for (const child of definitions.children) {
      if (isWsdl(child, 'import')) followImport(child, loader, schemas, visit);
    }
  };
  visit(root);
  policies.finish(sink);
  const name = log.own(() => ({ text: readOptionalName(root, log) }), root).text;
  return {
    name,
    targetNamespace: attributeValue(root, 'targetNamespace')?.trim() ?? '',
    documentation: documentationIn(root),
    schemas: schemas.finish(),
    messages: found.messages,
    portTypes: found.portTypes,
    bindings: found.bindings,
    services: servicesWithout(found),
    defects: log.defects,
    missing: loader.missing.length === 0 ? undefined : loader.missing,
    originals: originalDocuments([...seen], loader.followed),
    span: spanOf(root),
  };
}

function readTopLevels(reader: WsdlReader, root: TreeElement, schemas: SchemaSet): void {
  const { log, found } = reader;
  checkChildren(reader, root, ['import', 'types', 'message', 'portType', 'binding', 'service']);
  for (const child of root.children) {
    if (child.namespace !== namespaces.wsdl) continue;
    switch (child.local) {
      case 'types':
        checkChildren(reader, child, []);
        for (const one of child.children) readTypes(reader, one, schemas);
        break;
      case 'message':
        found.messages.push(log.own(() => readMessage(reader, child), child));
        break;
      case 'portType':
        found.portTypes.push(log.own(() => readPortType(reader, child), child));
        break;
      case 'binding': {
        const binding = log.own(() => readBinding(reader, child), child);
        if (binding !== undefined) found.bindings.push(binding);
        break;
      }
      case 'service':
        found.services.push(log.own(() => readService(reader, child), child));
        break;
    }
  }
}

function readTypes(reader: WsdlReader, element: TreeElement, schemas: SchemaSet): void {
  if (element.namespace === namespaces.xsd && element.local === 'schema') {
    schemas.add(element);
  } else if (element.local === 'schema') {
    reader.log.add({
      code: 'ASMX1024',
      message: `'${element.namespace}' is not the namespace of XML Schema 1.0`,
      span: spanOf(element),
      help: `Use '${namespaces.xsd}'`,
    });
  }
}

/** A WSDL import may refer to another WSDL or, in older documents, to a schema. */
function followImport(
  element: TreeElement,
  loader: ImportLoader,
  schemas: SchemaSet,
  visit: (definitions: TreeElement) => void,
): void {
  const namespace = attributeValue(element, 'namespace')?.trim() ?? '';
  const link = { element, namespace, substitute: isWellKnown(namespace) };
  const root = loader.load({ ...link, attribute: 'location' });
  if (root === undefined) return;
  if (isWsdl(root, 'definitions')) visit(root);
  else schemas.add(root);
}

function servicesWithout(found: WsdlLists): Definitions['services'] {
  if (found.leftOut.length === 0) return found.services;
  return found.services.map((service) => ({
    ...service,
    ports: service.ports.filter(
      (port) => !found.leftOut.some((name) => sameQName(name, port.binding.name)),
    ),
  }));
}

/**
 * `wsdl:portType` (WSDL 1.1 section 2.4). Operations that the server starts are left out with a
 * warning.
 */
function readPortType(reader: WsdlReader, element: TreeElement): PortType {
  checkChildren(reader, element, ['operation']);
  const operations: PortTypeOperation[] = [];
  const leftOut: string[] = [];
  const name = nameIn(reader, readLooseName(element, reader.log));
  for (const child of element.children) {
    if (!isWsdl(child, 'operation')) continue;
    const pattern = serverFirst(child);
    if (pattern === undefined) {
      operations.push(reader.log.own(() => readPortTypeOperation(reader, child), child));
      continue;
    }
    const operation = readName(child, reader.log);
    leftOut.push(operation);
    reader.sink.report({
      code: 'ASMX1024',
      severity: 'warning',
      message:
        `Operation '${operation}' is left out: ` +
        `it is a ${pattern}, in which the server speaks first`,
      span: spanOf(child),
      help:
        pattern === 'solicit-response'
          ? "Put 'input' before 'output' if a request is meant"
          : undefined,
    });
  }
  return {
    name,
    operations,
    leftOut,
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

/** WSDL 1.1 section 2.4.3 and 2.4.4: the order of input and output shows who starts. */
function serverFirst(element: TreeElement): 'notification' | 'solicit-response' | undefined {
  const messages = element.children.filter(
    (child) => isWsdl(child, 'input') || isWsdl(child, 'output'),
  );
  if (messages[0]?.local !== 'output') return undefined;
  return messages.some((message) => message.local === 'input')
    ? 'solicit-response'
    : 'notification';
}

function readPortTypeOperation(reader: WsdlReader, element: TreeElement): PortTypeOperation {
  const { log } = reader;
  checkChildren(reader, element, ['input', 'output', 'fault']);
  let input: OperationMessage | undefined;
  let output: OperationMessage | undefined;
  const faults: OperationFault[] = [];
  for (const child of element.children) {
    if (isWsdl(child, 'input')) input ??= readOperationMessage(reader, child);
    else if (isWsdl(child, 'output')) output ??= readOperationMessage(reader, child);
    else if (isWsdl(child, 'fault')) faults.push(readPortTypeFault(reader, child));
  }
  const name = readName(element, log);
  if (input === undefined) {
    log.add({
      code: 'ASMX1022',
      message: `Operation '${name}' has no 'input'`,
      span: spanOf(element),
    });
  }
  const written = contractAttribute(element, 'written');
  return {
    name,
    input,
    output,
    faults,
    parameterOrder: readTokens(element, 'parameterOrder'),
    written: isWritten(written) ? written : undefined,
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function isWritten(text: string | undefined): text is WrittenKind {
  return text === 'json' || text === 'text' || text === 'binary';
}

function readOperationMessage(reader: WsdlReader, element: TreeElement): OperationMessage {
  return {
    name: readOptionalName(element, reader.log),
    message: readRequiredReference(reader, element, 'message'),
    documentation: documentationIn(element),
    action: actionOf(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readPortTypeFault(reader: WsdlReader, element: TreeElement): OperationFault {
  return {
    name: readName(element, reader.log),
    message: readRequiredReference(reader, element, 'message'),
    documentation: documentationIn(element),
    action: actionOf(element),
    span: spanOf(element),
  };
}

/** `wsdl:message` (WSDL 1.1 section 2.3). */
function readMessage(reader: WsdlReader, element: TreeElement): Message {
  checkChildren(reader, element, ['part']);
  return {
    name: nameIn(reader, readLooseName(element, reader.log)),
    parts: element.children
      .filter((child) => isWsdl(child, 'part'))
      .map((child) => readPart(reader, child)),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readPart(reader: WsdlReader, element: TreeElement): Part {
  const { log } = reader;
  const name = readName(element, log);
  const byElement = readReference(reader, element, 'element');
  const byType = readReference(reader, element, 'type');
  if (byElement === undefined && byType === undefined) {
    // ASMX describes a method that returns any XML node like this.
    log.warn({
      code: 'ASMX1023',
      message: `Part '${name}' has neither 'element' nor 'type': it is taken for any content`,
      span: spanOf(element),
    });
  } else if (byElement !== undefined && byType !== undefined) {
    log.add({
      code: 'ASMX1023',
      message: `Part '${name}' has both 'element' and 'type'`,
      span: spanOf(element),
      help: 'Remove one of the two',
    });
  }
  return {
    name,
    element: byElement,
    type: byElement === undefined ? (byType ?? anything(element)) : undefined,
    notation: contractAttribute(element, 'type'),
    optional: contractAttribute(element, 'optional') === 'true' ? true : undefined,
    documentation: documentationIn(element),
    span: spanOf(element),
  };
}

function anything(element: TreeElement): Reference {
  return { name: { namespace: namespaces.xsd, localName: 'anyType' }, span: spanOf(element) };
}

const soapStyle: Choice<SoapStyle> = { attribute: 'style', choices: ['document', 'rpc'] };

/**
 * The protocol of a binding, with the extension element that defines it; otherwise the reason to
 * leave it out.
 */
type BindingHead =
  | {
      readonly kind: BindingKind;
      readonly element: TreeElement;
      readonly transport?: string | undefined;
    }
  | { readonly kind: 'other'; readonly reason: string };

/**
 * `wsdl:binding` (WSDL 1.1 section 2.5); `undefined`, with a warning, for bindings other than SOAP
 * over HTTP and HTTP.
 */
function readBinding(reader: WsdlReader, element: TreeElement): Binding | undefined {
  checkChildren(reader, element, ['operation']);
  const name = nameIn(reader, readLooseName(element, reader.log));
  const head = headOf(element);
  if (head.kind === 'other') {
    reader.found.leftOut.push(name);
    reader.sink.report({
      code: 'ASMX1024',
      severity: 'warning',
      message: `Binding '${name.localName}' is left out: ${head.reason}`,
      span: spanOf(element),
    });
    return undefined;
  }
  const { kind } = head;
  const http = kind === 'httpGet' || kind === 'httpPost';
  const style = http ? 'document' : readLooseChoice(reader, head.element, soapStyle, 'document');
  return {
    name,
    kind,
    portType: readRequiredReference(reader, element, 'type'),
    transport: head.transport,
    operations: element.children
      .filter((child) => isWsdl(child, 'operation'))
      .map((child) => reader.log.own(() => readBoundOperation(reader, child, kind, style), child)),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function headOf(element: TreeElement): BindingHead {
  for (const child of element.children) {
    if (isSoap(child, 'binding')) {
      const transport = attributeValue(child, 'transport')?.trim();
      if (transport !== undefined && transport !== '' && !isHttpTransport(transport)) {
        return { kind: 'other', reason: `its transport '${transport}' is not HTTP` };
      }
      const kind = child.namespace === namespaces.wsdlSoap12 ? 'soap12' : 'soap11';
      return { kind, element: child, transport };
    }
    if (child.local === 'binding' && child.namespace === namespaces.wsdlHttp) {
      const verb = attributeValue(child, 'verb')?.trim();
      if (verb === 'GET') return { kind: 'httpGet', element: child };
      if (verb === 'POST') return { kind: 'httpPost', element: child };
      return { kind: 'other', reason: `its HTTP verb is '${verb ?? ''}', not GET or POST` };
    }
  }
  return { kind: 'other', reason: 'it has no SOAP or HTTP binding element' };
}

/** Whether a transport is HTTP, in SOAP 1.1 and 1.2, with or without a trailing slash. */
function isHttpTransport(transport: string): boolean {
  return /\/soap\/http\/?$/i.test(transport) || /\/soap\/bindings\/HTTP\/?$/i.test(transport);
}

function readBoundOperation(
  reader: WsdlReader,
  element: TreeElement,
  kind: BindingKind,
  bindingStyle: SoapStyle,
): BindingOperation {
  const { log } = reader;
  checkChildren(reader, element, ['input', 'output', 'fault']);
  const http = kind === 'httpGet' || kind === 'httpPost';
  const head = element.children.find((child) =>
    http
      ? child.local === 'operation' && child.namespace === namespaces.wsdlHttp
      : isSoap(child, 'operation'),
  );
  const input = element.children.find((child) => isWsdl(child, 'input'));
  const output = element.children.find((child) => isWsdl(child, 'output'));
  const message = (given: TreeElement | undefined, direction: 'input' | 'output') => {
    if (given === undefined) return undefined;
    return http ? readHttpMessage(reader, given, direction) : readSoapMessage(reader, given);
  };
  return {
    name: readName(element, log),
    inputName: input === undefined ? undefined : readOptionalName(input, log),
    outputName: output === undefined ? undefined : readOptionalName(output, log),
    soapAction: http || head === undefined ? undefined : attributeValue(head, 'soapAction'),
    soapActionRequired: kind === 'soap12' && head !== undefined ? readRequired(head) : undefined,
    style:
      http || head === undefined
        ? bindingStyle
        : readLooseChoice(reader, head, soapStyle, bindingStyle),
    input: message(input, 'input'),
    output: message(output, 'output'),
    faults: element.children
      .filter((child) => isWsdl(child, 'fault'))
      .map((child) => readBoundFault(reader, child)),
    location: http && head !== undefined ? attributeValue(head, 'location')?.trim() : undefined,
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

/** `soapActionRequired` (WSDL 1.1 Binding Extension for SOAP 1.2); any other text says nothing. */
function readRequired(head: TreeElement): boolean | undefined {
  const text = attributeValue(head, 'soapActionRequired')?.trim();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

function readHttpMessage(
  reader: WsdlReader,
  element: TreeElement,
  direction: 'input' | 'output',
): BindingMessage {
  return {
    body: undefined,
    headers: [],
    http: readHttpContent(reader, element, direction),
    attachments: [],
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readBoundFault(reader: WsdlReader, element: TreeElement): BindingFault {
  const soap = element.children.find((child) => isSoap(child, 'fault'));
  return {
    name: faultName(reader, element, soap),
    use: soap === undefined ? 'literal' : readLooseChoice(reader, soap, soapUse, 'literal'),
    namespace: soap === undefined ? undefined : attributeValue(soap, 'namespace'),
    span: spanOf(element),
  };
}

/** Some tools put the name only on the extension element. */
function faultName(
  reader: WsdlReader,
  element: TreeElement,
  soap: TreeElement | undefined,
): string {
  const own = attributeValue(element, 'name');
  const inner = soap === undefined ? undefined : attributeValue(soap, 'name');
  return own === undefined && inner !== undefined ? inner.trim() : readName(element, reader.log);
}

/** Values of `use`. */
const soapUse: Choice<SoapUse> = { attribute: 'use', choices: ['literal', 'encoded'] };

/** Input or output of an operation of a SOAP binding (WSDL 1.1 section 3.5, 3.7 and 5). */
function readSoapMessage(reader: WsdlReader, element: TreeElement): BindingMessage {
  checkChildren(reader, element, []);
  let body: SoapBody | undefined;
  const headers: SoapHeader[] = [];
  const attachments: MimeAttachment[] = [];
  const visit = (child: TreeElement): void => {
    if (isSoap(child, 'body')) body ??= readBody(reader, child);
    else if (isSoap(child, 'header')) headers.push(readHeader(reader, child));
    else if (isMime(child, 'multipartRelated')) {
      for (const part of child.children) {
        if (isMime(part, 'part')) readMimePart(part, visit, attachments);
      }
    }
  };
  for (const child of element.children) visit(child);
  const policies = reader.policies.attached(element);
  return { body, headers, http: undefined, attachments, policies, span: spanOf(element) };
}

function isMime(element: TreeElement, local: string): boolean {
  return element.local === local && element.namespace === namespaces.wsdlMime;
}

/** One part contains the envelope, the others are attachments, which may allow several types. */
function readMimePart(
  part: TreeElement,
  visit: (child: TreeElement) => void,
  attachments: MimeAttachment[],
): void {
  for (const child of part.children) {
    const isXml = isMime(child, 'mimeXml');
    if (!isXml && !isMime(child, 'content')) {
      visit(child);
      continue;
    }
    const name = attributeValue(child, 'part')?.trim();
    if (name === undefined || name === '') continue;
    const type = isXml ? 'text/xml' : (attributeValue(child, 'type')?.trim() ?? '*/*');
    const index = attachments.findIndex((one) => one.part === name);
    const known = attachments[index];
    if (known === undefined) attachments.push({ part: name, types: [type] });
    else attachments[index] = { part: name, types: [...known.types, type] };
  }
}

function readBody(reader: WsdlReader, element: TreeElement): SoapBody {
  return {
    use: readLooseChoice(reader, element, soapUse, 'literal'),
    parts: readTokens(element, 'parts'),
    namespace: attributeValue(element, 'namespace')?.trim(),
    encodingStyle: attributeValue(element, 'encodingStyle'),
    span: spanOf(element),
  };
}

function readHeader(reader: WsdlReader, element: TreeElement): SoapHeader {
  return {
    ...readHeaderFault(reader, element),
    encodingStyle: attributeValue(element, 'encodingStyle'),
    required: isRequired(element),
    faults: element.children
      .filter((child) => isSoap(child, 'headerfault'))
      .map((child) => readHeaderFault(reader, child)),
  };
}

function readHeaderFault(reader: WsdlReader, element: TreeElement): SoapHeaderFault {
  return {
    message: readRequiredReference(reader, element, 'message'),
    part: readName(element, reader.log, 'part'),
    use: readLooseChoice(reader, element, soapUse, 'literal'),
    namespace: attributeValue(element, 'namespace')?.trim(),
    span: spanOf(element),
  };
}

/**
 * How an operation of an HTTP binding carries its input or output (WSDL 1.1 section 4 and 5). No
 * content means void.
 */
function readHttpContent(
  reader: WsdlReader,
  element: TreeElement,
  direction: 'input' | 'output',
): HttpContent {
  checkChildren(reader, element, []);
  for (const child of element.children) {
    if (child.namespace === namespaces.wsdlHttp) {
      if (child.local === 'urlEncoded') return { kind: 'urlEncoded' };
      if (child.local === 'urlReplacement') return { kind: 'urlReplacement' };
    }
    if (child.namespace !== namespaces.wsdlMime) continue;
    const part = nonBlank(child, 'part');
    if (child.local === 'mimeXml') return { kind: 'mimeXml', part };
    if (child.local === 'content') {
      const type = attributeValue(child, 'type')?.trim();
      if (direction === 'input' && type?.toLowerCase() === 'application/x-www-form-urlencoded') {
        return { kind: 'form' };
      }
      return { kind: 'mimeContent', part, type };
    }
    reader.log.add({
      code: 'ASMX1024',
      message: `'${child.local}' is not supported in an HTTP binding`,
      span: spanOf(child),
    });
  }
  return { kind: 'none' };
}

/** `wsdl:service` (WSDL 1.1 section 2.7). */
function readService(reader: WsdlReader, element: TreeElement): Service {
  checkChildren(reader, element, ['port']);
  return {
    name: readLooseName(element, reader.log),
    ports: element.children
      .filter((child) => isWsdl(child, 'port'))
      .map((child) => reader.log.own(() => readPort(reader, child), child)),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readPort(reader: WsdlReader, element: TreeElement): Port {
  checkChildren(reader, element, []);
  const address = element.children.find(
    (child) =>
      isSoap(child, 'address') ||
      (child.local === 'address' && child.namespace === namespaces.wsdlHttp),
  );
  return {
    name: readLooseName(element, reader.log),
    binding: readRequiredReference(reader, element, 'binding'),
    address: address === undefined ? undefined : attributeValue(address, 'location')?.trim(),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

/** A document whose lists are still being filled. */
interface Draft extends OriginalDocument {
  readonly edits: OriginalEdit[];
  readonly elements: TextRange[];
  readonly ports: TextRange[];
}

/**
 * The documents of a WSDL, with all that changes when a server publishes them.
 *
 * @param definitions roots of the WSDL documents, the entry first
 * @param links the locations in all documents
 */
function originalDocuments(
  definitions: readonly TreeElement[],
  links: readonly FollowedLink[],
): readonly OriginalDocument[] {
  const drafts = new Map<SourceFile, Draft>();
  const open = (file: SourceFile, kind: Draft['kind']): Draft => {
    const known = drafts.get(file);
    if (known !== undefined) return known;
    const draft = { kind, file, edits: removals(file.text), elements: [], ports: [] };
    drafts.set(file, draft);
    return draft;
  };
  for (const root of definitions) readDefinitions(root, open(root.file, 'wsdl'));
  for (const { target } of links) if (target !== undefined) open(target, 'xsd');
  // A schema without a namespace is read again for each that includes it.
  const seen = new Set<string>();
  for (const link of links) {
    const { file, start } = link.element;
    const key = `${start} ${file.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    drafts.get(file)?.edits.push(...linkEdits(link));
  }
  return [...drafts.values()];
}

/** Comments and processing instructions, which do not concern readers, and the document type. */
function removals(text: string): OriginalEdit[] {
  const found: OriginalEdit[] = [];
  const doctype = documentTypeIn(text);
  if (doctype !== undefined) found.push({ kind: 'removal', ...doctype });
  const markup = /<!--|<!\[CDATA\[|<\?/g;
  const plain = withoutDocumentType(text);
  for (let one = markup.exec(plain); one !== null; one = markup.exec(plain)) {
    const close = one[0] === '<?' ? '?>' : one[0] === '<!--' ? '-->' : ']]>';
    const end = plain.indexOf(close, markup.lastIndex) + close.length;
    if (close !== ']]>') found.push({ kind: 'removal', start: one.index, end });
    markup.lastIndex = end;
  }
  return found;
}

function readDefinitions(root: TreeElement, { edits, elements, ports }: Draft): void {
  for (const child of root.children) {
    elements.push({ start: child.start, end: child.closed });
    if (!isWsdl(child, 'service')) continue;
    for (const port of child.children) {
      if (!isWsdl(port, 'port')) continue;
      ports.push({ start: port.start, end: port.closed });
      for (const range of addressesIn(port)) {
        edits.push({ kind: 'address', port: port.start, ...range });
      }
    }
  }
}

const addressing =
  /^http:\/\/(?:www\.w3\.org|schemas\.xmlsoap\.org\/ws)\/20\d\d\/\d\d\/addressing$/;

/** The address of a port, and those of its endpoint references (WS-Addressing 1.0). */
function addressesIn(element: TreeElement): readonly TextRange[] {
  return element.children.flatMap((child) => {
    if (child.local === 'Address' && addressing.test(child.namespace)) return [contentOf(child)];
    if (!isSoap(child, 'address') && child.namespace !== namespaces.wsdlHttp) {
      return addressesIn(child);
    }
    const location = treeAttribute(child, 'location');
    return location === undefined ? [] : [{ start: location.valueOffset, end: location.valueEnd }];
  });
}

function contentOf({ file, end, closed }: TreeElement): TextRange {
  return { start: end, end: Math.max(end, file.text.lastIndexOf('</', closed - 1)) };
}

/**
 * What becomes of a location. One that leads to no document stays if it is a URL, which others may
 * reach; a relative one is removed, and where it is required its element, too.
 */
function linkEdits({ element, attribute, target }: FollowedLink): readonly OriginalEdit[] {
  const found = treeAttribute(element, attribute);
  if (found === undefined) return [];
  const { valueOffset: start, valueEnd: end } = found;
  if (target !== undefined) return [{ kind: 'location', target, start, end }];
  if (isRemote(found.value.trim())) return [];
  if (isWsdl(element, 'import') || element.local !== 'import') {
    return [{ kind: 'removal', start: element.start, end: element.closed }];
  }
  return [{ kind: 'removal', start: attributeStart(element.file.text, start), end: end + 1 }];
}

/** Where an attribute starts whose value starts at an offset, with the white space before it. */
function attributeStart(text: string, value: number): number {
  const skip = (from: number, space: boolean): number => {
    let at = from;
    while (at > 0 && /\s/.test(text.charAt(at - 1)) === space) at -= 1;
    return at;
  };
  const nameEnd = skip(text.lastIndexOf('=', value), true);
  return skip(skip(nameEnd, false), true);
}

/** Shared by the functions that read one WSDL document. */
interface WsdlReader extends NameReader {
  /** Receives warnings about what is left out. */
  readonly sink: DiagnosticSink;
  readonly targetNamespace: string;
  readonly found: WsdlLists;
  readonly policies: PolicyReader;
}

/** Everything declared by a WSDL document and those it imports. */
interface WsdlLists {
  readonly messages: Message[];
  readonly portTypes: PortType[];
  readonly bindings: Binding[];
  readonly services: Service[];
  /** Bindings left out, so that ports that refer to them are left out, too. */
  readonly leftOut: QName[];
}

/** Whether an element is WSDL 1.1's own with this name. */
function isWsdl(element: TreeElement, local: string): boolean {
  return element.local === local && element.namespace === namespaces.wsdl;
}

/** Whether an element belongs to the SOAP 1.1 or 1.2 extension of WSDL and has this name. */
function isSoap(element: TreeElement, local: string): boolean {
  return (
    element.local === local &&
    (element.namespace === namespaces.wsdlSoap11 || element.namespace === namespaces.wsdlSoap12)
  );
}

/** Text of `wsdl:documentation`. */
function documentationIn(element: TreeElement): string | undefined {
  const { children } = element;
  if (children.length === 0) return undefined;
  return documentationTextOf(children.filter((child) => isWsdl(child, 'documentation')));
}

const understood: ReadonlySet<string> = new Set([
  ...policyNamespaces,
  ...policyAddressingNamespaces,
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
function checkChildren(reader: WsdlReader, element: TreeElement, allowed: readonly string[]): void {
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
function isRequired(element: TreeElement): boolean {
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
interface Choice<T extends string> {
  readonly attribute: string;
  readonly choices: readonly T[];
}

/**
 * An attribute of an extension with one of a few values. Any other causes a warning and counts as
 * the default.
 */
function readLooseChoice<T extends string>(
  reader: WsdlReader,
  element: TreeElement,
  { attribute, choices }: Choice<T>,
  fallback: T,
): T {
  const found = treeAttribute(element, attribute);
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
function nameIn(reader: WsdlReader, localName: string): QName {
  return { namespace: reader.targetNamespace, localName };
}

/**
 * The value of an attribute for a URI; `undefined` for white space, with which some documents leave
 * it empty.
 */
function nonBlank(element: TreeElement, attribute: string): string | undefined {
  const value = attributeValue(element, attribute)?.trim();
  return value === '' ? undefined : value;
}
