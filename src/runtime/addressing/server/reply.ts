import { faultAction, outputAction } from '../../operation/actions.ts';
import type { AnyOperation } from '../../operation/operation.ts';
import type { SoapReply } from '../../soap/server/protocol.ts';
import type { FaultMessage } from '../../soap/server/write-fault.ts';
import { writeXmlNodes } from '../../xml/element.ts';
import { escapeText } from '../../xml/write-text.ts';
import { asHeader } from '../reference-parameter.ts';
import type { AddressingProperties, ReceivedReference } from './properties.ts';

/** How a request is answered by its addressing properties (WS-Addressing 1.0 Core, section 3.4). */
export class AddressedReply implements SoapReply {
  private readonly request: AddressingProperties;
  private readonly operation: AnyOperation | undefined;

  /** @param operation `undefined` as long as it is not known. */
  constructor(request: AddressingProperties, operation: AnyOperation | undefined) {
    this.request = request;
    this.operation = operation;
  }

  get dropsResult(): boolean {
    return this.isNone(this.request.replyTo);
  }

  get dropsFaults(): boolean {
    const { faultTo, replyTo } = this.request;
    return this.isNone(faultTo ?? replyTo);
  }

  result(): string {
    const { operation, request } = this;
    return operation === undefined ? '' : this.headers(outputAction(operation), request.replyTo);
  }

  fault({ code, subcodes = [], faultName }: FaultMessage): string {
    const { operation, request } = this;
    const { namespace, ownFault, soapFault } = request.version;
    const isOwn = [code, ...subcodes].some((one) => one.startsWith(`{${namespace}}`));
    const isDeclared = faultName !== undefined && operation !== undefined;
    const other = isDeclared ? faultAction(operation, faultName) : soapFault;
    return this.headers(isOwn ? ownFault : other, request.faultTo ?? request.replyTo);
  }

  private isNone(reference: ReceivedReference | undefined): boolean {
    const { none } = this.request.version;
    return none !== undefined && reference?.address === none;
  }

  private headers(action: string, to: ReceivedReference | undefined): string {
    const { version, messageId } = this.request;
    const header = (name: string, text: string): string =>
      `<wsa:${name} xmlns:wsa="${version.namespace}">${escapeText(text)}</wsa:${name}>`;
    return (
      header('Action', action) +
      (messageId === undefined ? '' : header('RelatesTo', messageId)) +
      header('To', version.anonymous) +
      writeXmlNodes(
        (to?.parameters ?? []).map((one) => asHeader(one, version)),
        '',
      )
    );
  }
}
