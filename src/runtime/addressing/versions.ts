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

const ns10 = 'http://www.w3.org/2005/08/addressing';
const ns2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

/** Web Services Addressing 1.0 (W3C recommendation). */
export const addressing10: AddressingVersion = {
  namespace: ns10,
  anonymous: `${ns10}/anonymous`,
  none: `${ns10}/none`,
  unspecified: `${ns10}/unspecified`,
  reply: `${ns10}/reply`,
  ownFault: `${ns10}/fault`,
  soapFault: `${ns10}/soap/fault`,
  faults: { invalid: 'InvalidAddressingHeader', missing: 'MessageAddressingHeaderRequired' },
};

/** Web Services Addressing (W3C member submission of August 2004). */
export const addressing2004: AddressingVersion = {
  namespace: ns2004,
  anonymous: `${ns2004}/role/anonymous`,
  none: undefined,
  unspecified: `${ns2004}/id/unspecified`,
  reply: 'wsa:Reply',
  ownFault: `${ns2004}/fault`,
  soapFault: `${ns2004}/fault`,
  faults: {
    invalid: 'InvalidMessageInformationHeader',
    missing: 'MessageInformationHeaderRequired',
  },
};

/** Both, the preferred one first. */
export const addressingVersions: readonly AddressingVersion[] = [addressing10, addressing2004];
