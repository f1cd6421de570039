/** Behaviour of ASMX that few applications want. */
export interface ParityOptions {
  /**
   * Reads `text/xml` without a charset as US-ASCII, with `?` for all other bytes. Default false:
   * XML rules.
   */
  readonly asciiDefault?: boolean | undefined;
  /**
   * Refuses values that look like markup over HTTP GET and POST, like ASP.NET's request validation.
   * Default false.
   */
  readonly requestValidation?: boolean | undefined;
  /** Refuses query strings above 2048 characters with a 400 page, like ASP.NET. Default false. */
  readonly queryLimit?: boolean | undefined;
  /**
   * Refuses SOAP requests with elements that the operation does not know, like
   * `<soapEnvelopeProcessing strict="true" />`. Also refuses malformed `xs:NCName` and similar
   * names, any `xs:ENTITY`, spaces inside `xs:hexBinary`, repeated IDs, references without an ID,
   * any wrong `xsi:type`, text beside an element in a value, `xsi:nil` where the contract does not
   * allow it, values of an abstract type, missing required attributes with a fixed value, and
   * invalid elements at a wildcard whose `processContents` requires a check. Unknown attributes,
   * missing elements and any order are still accepted. Default false.
   */
  readonly strictEnvelopes?: boolean | undefined;
  /**
   * Writes control characters in results, headers and faults over SOAP, GET and POST as character
   * references (`&#x1;`), like ASMX. XML 1.0 forbids those too, so strict readers refuse the
   * answer. Default false: such a result becomes a Server fault.
   */
  readonly controlCharacters?: boolean | undefined;
  /**
   * Over SOAP 1.2, writes a fault code of your own as the Value of Code, like ASMX. JAX-WS loses
   * such a fault. Default false: Receiver, or Sender for `Client.Name`, with the code as Subcode.
   */
  readonly faultCodes?: boolean | undefined;
  /**
   * Sends callers the messages of exceptions and of their causes, like ASMX: `Server was unable to
   * process request. ---> database is down`. Default false: they read only the text before the
   * arrow, over GET and POST `An error occurred on the server.` Faults are sent in either case.
   */
  readonly exceptionMessages?: boolean | undefined;
  /**
   * Hides messages of exceptions and faults, and those about requests that cannot be read: `An
   * error occurred on the server.` Default false.
   */
  readonly suppressExceptions?: boolean | undefined;
  /**
   * Reads required texts, classes and attributes that are missing as null, and required lists as
   * empty, although the contract and its types say otherwise. Not with `strict`. Default false:
   * such a request is refused.
   */
  readonly missingAsNull?: boolean | undefined;
  /** Matches paths in any letter case, like Windows. Default true. */
  readonly ignorePathCase?: boolean | undefined;
}
