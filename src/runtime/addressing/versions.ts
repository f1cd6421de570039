/** What differs between the versions of WS-Addressing in messages. */
export interface AddressingVersion {
  readonly namespace: string;
  /** The address of the sender's own connection. */
  readonly anonymous: string;
  /** The address at which nothing is sent; the older version has none. */
  readonly none: string | undefined;
  /** The ID of a message whose ID is not known. */
  readonly unspecified: string;
  /** The relationship of a reply, as it is written out. */
  readonly reply: string;
  /** Action of faults about the headers of WS-Addressing. */
  readonly ownFault: string;
  /** Action of all other faults that the contract does not declare. */
  readonly soapFault: string;
  /** Local names of fault codes. */
  readonly faults: { readonly invalid: string; readonly missing: string };
}

// Texts without expressions: bundlers leave out what nothing uses.

/** Web Services Addressing 1.0 (W3C recommendation). */
export const addressing10: AddressingVersion = {
  namespace: 'http://www.w3.org/2005/08/addressing',
  anonymous: 'http://www.w3.org/2005/08/addressing/anonymous',
  none: 'http://www.w3.org/2005/08/addressing/none',
  unspecified: 'http://www.w3.org/2005/08/addressing/unspecified',
  reply: 'http://www.w3.org/2005/08/addressing/reply',
  ownFault: 'http://www.w3.org/2005/08/addressing/fault',
  soapFault: 'http://www.w3.org/2005/08/addressing/soap/fault',
  faults: { invalid: 'InvalidAddressingHeader', missing: 'MessageAddressingHeaderRequired' },
};

/** Web Services Addressing (W3C member submission of August 2004). */
export const addressing2004: AddressingVersion = {
  namespace: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  anonymous: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous',
  none: undefined,
  unspecified: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/id/unspecified',
  reply: 'wsa:Reply',
  ownFault: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/fault',
  soapFault: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/fault',
  faults: {
    invalid: 'InvalidMessageInformationHeader',
    missing: 'MessageInformationHeaderRequired',
  },
};

/** Both, the preferred one first. */
export const addressingVersions: readonly AddressingVersion[] = [addressing10, addressing2004];
