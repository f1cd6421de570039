import type { ServiceDocs } from '../../src/runtime/docs.ts';

/** Two services as a generated `docs.ts` describes them. */
export const authCode: ServiceDocs = {
  name: 'AuthCodeSending',
  path: '/AuthCodeSending.asmx',
  namespace: 'http://tempuri.org/',
  soapBindings: ['AuthCodeSendingSoap', 'AuthCodeSendingSoap12'],
  shapes: '=Phone\n <phone>\u27e6string\u27e7',
  operations: [
    {
      name: 'Second',
      parameters: [],
      soap: {
        versions: ['soap11', 'soap12'],
        action: 'http://tempuri.org/Second',
        request: '<Second xmlns="http://tempuri.org/"',
        response: '<SecondResponse xmlns="http://tempuri.org/"\n <SecondResult>\u27e6int\u27e7',
      },
      http: {
        bindings: ['httpGet'],
        location: '/Second',
        parameters: [],
        result: ['<int xmlns="http://tempuri.org/">', 'int', '</int>'],
      },
    },
    {
      name: 'AuthCode',
      description: 'Sends a code.',
      parameters: [
        { name: 'code', type: 'int' },
        { name: 'phone', type: 'string', values: ['1', '2'] },
      ],
      soap: {
        versions: ['soap11', 'soap12'],
        action: 'http://tempuri.org/AuthCode',
        request: '<AuthCode xmlns="http://tempuri.org/"\n <code>\u27e6int\u27e7\n Phone',
        response: '<AuthCodeResponse xmlns="http://tempuri.org/"',
      },
      http: {
        bindings: ['httpGet', 'httpPost'],
        location: '/AuthCode',
        parameters: [
          { name: 'code', type: 'string' },
          { name: 'phone', type: 'string' },
        ],
      },
    },
  ],
  wsdl: '<a\n <address location="\0"',
};

/** SOAP alone: an object as parameter, a header, one-way, SOAP encoding. */
export const orders: ServiceDocs = {
  name: 'Orders',
  path: '/shop/Orders.asmx',
  namespace: 'urn:orders',
  description: 'Orders.\nSecond line.',
  soapBindings: ['OrdersSoap'],
  operations: [
    {
      name: 'Place',
      soap: {
        versions: ['soap11'],
        action: 'urn:orders/Place',
        request: '<Place xmlns="urn:orders"\n <order>\u27e6xml\u27e7',
        requestHeader: '<User xmlns="urn:orders"\n "\u27e6string\u27e7',
        example: '<Place xmlns="urn:orders"\n <order>\n  <a>1',
        exampleHeader: '<User xmlns="urn:orders"\n "me',
      },
    },
    {
      name: 'Count',
      parameters: [{ name: 'a', type: 'int' }],
      soap: {
        versions: ['soap12'],
        action: 'urn:orders/Count',
        encoded: true,
        request: '<tns:Count\n <a xsi:type="xsd:int"\n  "\u27e6int\u27e7',
        response: '<tns:CountResponse',
      },
    },
    {
      name: 'List',
      parameters: undefined,
      soap: {
        versions: ['soap11'],
        action: 'urn:orders/List',
        request: '',
        response: '',
      },
      http: {
        bindings: ['httpPost'],
        location: '/List/(id)',
        replaces: true,
        parameters: [{ name: 'id', type: 'string', repeated: true }],
      },
    },
  ],
  wsdl: '<b',
};
