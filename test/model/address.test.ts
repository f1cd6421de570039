import { describe, expect, test } from '@jest/globals';
import { baseOfAddress, type LinkedService } from '../../src/model/services.ts';

const services = ['/Orders.asmx', '/shop/Customers.asmx', '/do?SOAP', '/'].map(
  (path) => ({ path, ports: [] }) as unknown as LinkedService,
);

describe('the base URL in an address', () => {
  test.each([
    ['http://h', 'http://h'],
    ['http://h/v1/', 'http://h/v1/'],
    ['http://h/v1/Orders.asmx', 'http://h/v1'],
    ['http://u:p@h/v1/orders.asmx?WSDL', 'http://u:p@h/v1'],
    ['http://h/shop/Customers.asmx/', 'http://h'],
    ['http://h/shop/Customers.asmx?op=Get', 'http://h'],
    ['http://h/do?SOAP', 'http://h'],
    ['http://h/v2/Other.asmx?WSDL', 'http://h/v2/Other.asmx?WSDL'],
  ])('%s', (address, base) => {
    expect(baseOfAddress(address, services)).toBe(base);
  });
});
