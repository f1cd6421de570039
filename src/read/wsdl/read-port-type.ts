import type {
  OperationFault,
  OperationMessage,
  PortType,
  PortTypeOperation,
  WrittenKind,
} from '../../model/wsdl/definitions.ts';
import {
  readLooseName,
  readName,
  readOptionalName,
  readRequiredReference,
  readTokens,
} from '../attributes.ts';
import { spanOf, type TreeElement } from '../xml-tree.ts';
import { actionOf } from './read-policy.ts';
import {
  checkChildren,
  contractAttribute,
  documentationIn,
  isWsdl,
  nameIn,
  type WsdlReader,
} from './wsdl-reader.ts';

/**
 * `wsdl:portType` (WSDL 1.1 section 2.4). Operations that the server starts are left out with a
 * warning.
 */
export function readPortType(reader: WsdlReader, element: TreeElement): PortType {
  checkChildren(reader, element, ['operation']);
  const operations: PortTypeOperation[] = [];
  const leftOut: string[] = [];
  const name = nameIn(reader, readLooseName(element, reader.log));
  for (const child of element.children) {
    if (!isWsdl(child, 'operation')) continue;
    const pattern = serverFirst(child);
    if (pattern === undefined) {
      operations.push(reader.log.own(() => readOperation(reader, child), child));
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

function readOperation(reader: WsdlReader, element: TreeElement): PortTypeOperation {
  const { log } = reader;
  checkChildren(reader, element, ['input', 'output', 'fault']);
  let input: OperationMessage | undefined;
  let output: OperationMessage | undefined;
  const faults: OperationFault[] = [];
  for (const child of element.children) {
    if (isWsdl(child, 'input')) input ??= readOperationMessage(reader, child);
    else if (isWsdl(child, 'output')) output ??= readOperationMessage(reader, child);
    else if (isWsdl(child, 'fault')) faults.push(readFault(reader, child));
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

function readFault(reader: WsdlReader, element: TreeElement): OperationFault {
  return {
    name: readName(element, reader.log),
    message: readRequiredReference(reader, element, 'message'),
    documentation: documentationIn(element),
    action: actionOf(element),
    span: spanOf(element),
  };
}
