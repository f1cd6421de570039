import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type { BindingName } from '../../../src/runtime/operation/descriptor.ts';
import { AuthCode } from './descriptors.ts';

/** The address of a service at `path` for a base URL. */
async function address(baseUrl: string, path: string, binding?: BindingName): Promise<string> {
  const operation = { ...AuthCode, path };
  const options = binding === undefined ? {} : { binding };
  const caller = createCaller({ baseUrl, ...options }, {});
  return (await caller.prepare(operation, { code: '1', phone: '2' })).url;
}

describe('a base URL as one is handed it', () => {
  test.each([
    // The address of the service.
    ['http://h/Orders.asmx', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/shop/Orders.asmx', '/Orders.asmx', 'http://h/shop/Orders.asmx'],
    ['http://h/Orders.asmx/', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/shop/orders.ASMX', '/Orders.asmx', 'http://h/shop/orders.ASMX'],
    ['http://h/ws/orders', '/ws/orders', 'http://h/ws/orders'],
    // That of its WSDL, its help page or its documents.
    ['http://h/Orders.asmx?WSDL', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/shop/Orders.asmx?wsdl', '/Orders.asmx', 'http://h/shop/Orders.asmx'],
    ['http://h/Orders.asmx?singleWsdl', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/Orders.asmx?wsdl=Orders.wsdl', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/Orders.asmx?disco', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/Orders.asmx?op=GetOrder', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/Orders.asmx?WSDL#top', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/ws/orders?wsdl', '/ws/orders', 'http://h/ws/orders'],
    // That of an operation over GET, or of what scripts load.
    ['http://h/x/Orders.asmx/GetOrder', '/Orders.asmx', 'http://h/x/Orders.asmx'],
    ['http://h/x/Orders.asmx/GetOrder/', '/Orders.asmx', 'http://h/x/Orders.asmx'],
    ['http://h/x/orders.ASMX/GetOrder?key=1', '/Orders.asmx', 'http://h/x/orders.ASMX?key=1'],
    ['http://h/Orders.asmx/js', '/shop/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/Orders.asmx/Get', '/Customers.asmx', 'http://h/Customers.asmx'],
    ['http://h/p?to=/O.asmx/Get', '/Orders.asmx', 'http://h/p/Orders.asmx?to=/O.asmx/Get'],
    // Other parameters stay.
    ['http://h/Orders.asmx?key=1', '/Orders.asmx', 'http://h/Orders.asmx?key=1'],
    ['http://h/Orders.asmx?key=1&WSDL', '/Orders.asmx', 'http://h/Orders.asmx?key=1'],
    ['http://h/Orders.asmx?WSDL&key=1', '/Orders.asmx', 'http://h/Orders.asmx?key=1'],
    ['http://h/p?op=1', '/Orders.asmx', 'http://h/p/Orders.asmx?op=1'],
    ['http://h/R&D/Orders.asmx?wsdl', '/Orders.asmx', 'http://h/R&D/Orders.asmx'],
    ['http://h/p?wsdlKey=1&a=wsdl', '/Orders.asmx', 'http://h/p/Orders.asmx?wsdlKey=1&a=wsdl'],
    ['http://h/do?SOAP', '/do?SOAP', 'http://h/do?SOAP'],
    ['http://h/do?WSDL', '/do?SOAP', 'http://h/do?SOAP'],
    // Those of the contract are its own: the base may be another service of it.
    ['http://h/ms?from=a&to=b', '/ms?from=a&to=c', 'http://h/ms?from=a&to=c'],
    ['http://h/ms?key=1&to=b&to=d', '/ms?from=a&to=c', 'http://h/ms?from=a&to=c&key=1'],
    ['http://h/ms?t&wsdl', '/ms?to=c', 'http://h/ms?to=c&t'],
    ['http://h/ms?k=1&k=2', '/ms?to=c', 'http://h/ms?to=c&k=1&k=2'],
    // A service that moved.
    ['http://new/v2/Orders.asmx?WSDL', '/Shop/Orders.asmx', 'http://new/v2/Orders.asmx'],
    ['http://gateway/api/orders-v2?wsdl', '/ws/orders', 'http://gateway/api/orders-v2'],
    // Another service of the contract.
    ['http://h/app/Orders.asmx', '/Customers.asmx', 'http://h/app/Customers.asmx'],
    ['http://h/a/Orders.asmx?WSDL', '/a/Customers.asmx', 'http://h/a/Customers.asmx'],
    // An endpoint below the service, as WCF has them.
    ['http://h/app/Orders.svc?wsdl', '/Orders.svc/basic', 'http://h/app/Orders.svc/basic'],
    ['http://h/app/Orders.svc', '/Orders.svc/basic', 'http://h/app/Orders.svc/basic'],
    // Prefixes are what they were.
    ['http://h', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h?WSDL', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/?wsdl', '/', 'http://h/'],
    ['http://h/api/', '/api/v1/orders', 'http://h/api/api/v1/orders'],
    ['http://h/orders', '/v1/orders', 'http://h/orders/v1/orders'],
    ['http://h/myOrders.asmx', '/Orders.asmx', 'http://h/Orders.asmx'],
    ['http://h/x', '/', 'http://h/x/'],
  ])('%s with %s', async (baseUrl, path, expected) => {
    expect(await address(baseUrl, path)).toBe(expected);
  });

  test('over HTTP GET and POST', async () => {
    const base = 'http://h/Orders.asmx?WSDL';
    expect(await address(base, '/Orders.asmx', 'httpGet')).toBe(
      'http://h/Orders.asmx/AuthCode?code=1&phone=2',
    );
    expect(await address(base, '/Orders.asmx', 'httpPost')).toBe('http://h/Orders.asmx/AuthCode');
  });

  test('with user and password', async () => {
    const caller = createCaller({ baseUrl: 'https://u:p@h/AuthCodeSending.asmx?WSDL' }, {});
    const { url, headers } = await caller.prepare(AuthCode, { code: '1', phone: '2' });
    expect(url).toBe('https://h/AuthCodeSending.asmx');
    expect(headers.Authorization).toBe(`Basic ${btoa('u:p')}`);
  });
});
