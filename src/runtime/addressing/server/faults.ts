import type { SoapProtocol } from '../../soap/server/protocol.ts';
import { type Refusal, refuse } from '../../soap/server/refuse.ts';
import { escapeText } from '../../xml/write-text.ts';
import type { AddressingVersion } from '../versions.ts';

/** A fault about the headers (WS-Addressing 1.0 SOAP Binding, section 6.4). */
export interface AddressingFault {
  /** Local names of its subcodes, the outermost first. */
  readonly subcodes: readonly string[];
  readonly message: string;
  /** Its detail, as text. */
  readonly detail: string;
}

/** A header is not valid. */
export function invalidHeader(
  version: AddressingVersion,
  header: string,
  reason: string,
): AddressingFault {
  return {
    subcodes: [version.faults.invalid, ...(version.none === undefined ? [] : [reason])],
    message:
      'A header representing a Message Addressing Property is not valid and the message cannot be' +
      ' processed',
    detail: problemHeader(version, header),
  };
}

/** A header is missing. */
export function missingHeader(version: AddressingVersion, header: string): AddressingFault {
  return {
    subcodes: [version.faults.missing],
    message: 'A required header representing a Message Addressing Property is not present',
    detail: problemHeader(version, header),
  };
}

/** The action is that of no operation. */
export function actionNotSupported(
  { namespace }: AddressingVersion,
  action: string,
): AddressingFault {
  const inner = `<wsa:Action>${escapeText(action)}</wsa:Action>`;
  return {
    subcodes: ['ActionNotSupported'],
    message: 'The [action] cannot be processed at the receiver.',
    detail: `<wsa:ProblemAction xmlns:wsa="${namespace}">${inner}</wsa:ProblemAction>`,
  };
}

/** The action is that of another operation than SOAPAction or the body says. */
export function actionMismatch(version: AddressingVersion): AddressingFault {
  return invalidHeader(version, 'Action', 'ActionMismatch');
}

function problemHeader({ namespace }: AddressingVersion, header: string): string {
  const open = `<wsa:ProblemHeaderQName xmlns:wsa="${namespace}">`;
  return `${open}wsa:${header}</wsa:ProblemHeaderQName>`;
}

/**
 * The refusal of a request. SOAP 1.1 has no subcodes, and the detail of faults about headers is a
 * header there (SOAP Binding, section 6.2).
 */
export function refuseAddressed(
  protocol: SoapProtocol,
  { namespace }: AddressingVersion,
  { subcodes, message, detail }: AddressingFault,
): Refusal {
  const names = subcodes.map((local) => `{${namespace}}${local}`);
  if (protocol.binding === 'soap12') {
    return refuse(protocol, { code: 'Client', subcodes: names, message, detail });
  }
  const header = `<wsa:FaultDetail xmlns:wsa="${namespace}">${detail}</wsa:FaultDetail>`;
  const [code = 'Client'] = names;
  return refuse(protocol, { code, message, header, withoutDetail: true });
}
