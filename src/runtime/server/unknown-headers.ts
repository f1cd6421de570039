import type { XmlElement } from '../xml/element.ts';

/** SOAP headers of a request that the contract does not declare and that are for this server. */
export class UnknownHeaders {
  readonly list: XmlElement[] = [];
  /** Those with `mustUnderstand`, until they are understood. */
  private readonly required: Set<XmlElement> = new Set();

  /** @param must Whether it has `mustUnderstand`. */
  add(header: XmlElement, must: boolean): void {
    this.list.push(header);
    if (must) this.required.add(header);
  }

  /** @throws TypeError it is none of the list */
  understood(header: XmlElement): void {
    if (!this.list.includes(header)) {
      throw new TypeError('understood takes an element of unknownHeaders.');
    }
    this.required.delete(header);
  }

  /** Local name of the first header that must be understood and is not. */
  get notUnderstood(): string | undefined {
    for (const { name } of this.required) return name;
    return undefined;
  }
}

/** Those of a request without any. One object for all requests, so its list is frozen. */
export const noUnknownHeaders: UnknownHeaders = new UnknownHeaders();
Object.freeze(noUnknownHeaders.list);

/** ASMX's message for a header that must be understood and is not. */
export function notUnderstoodMessage(name: string): string {
  return `SOAP header ${name} was not understood.`;
}
