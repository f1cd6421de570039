/** Namespace URIs of the standards that this tool reads and writes. */
export const namespaces = {
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
  wsdlSoap11: 'http://schemas.xmlsoap.org/wsdl/soap/',
  wsdlSoap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  wsdlHttp: 'http://schemas.xmlsoap.org/wsdl/http/',
  wsdlMime: 'http://schemas.xmlsoap.org/wsdl/mime/',
  xsd: 'http://www.w3.org/2001/XMLSchema',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
  soapEnvelope11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soapEnvelope12: 'http://www.w3.org/2003/05/soap-envelope',
  soapEncoding11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soapEncoding12: 'http://www.w3.org/2003/05/soap-encoding',
  /** ASMX's own schema with `guid` and `char`. */
  microsoftTypes: 'http://microsoft.com/wsdl/types/',
  /**
   * Extension attributes in a WSDL written by this tool, for what only the YAML notation can
   * express.
   */
  contract: 'urn:asmx-gen:contract:1',
} as const;
