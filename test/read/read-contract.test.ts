import { describe, expect, test } from '@jest/globals';
import { linkFiles, wsdl } from './contract-text.ts';

describe('readContract', () => {
  test('chooses the reader by content', () => {
    expect(linkFiles({ 'a.yaml': wsdl('') }).contract?.name).toBe('T');
    const yaml =
      'asmx: 1\nname: Y\nnamespace: urn:y\nbindings: [soap11]\nservices: { S: { operations: { O: {} } } }\n';
    expect(linkFiles({ 'a.wsdl.txt': yaml }).contract?.name).toBe('Y');
  });

  test.each([
    ['specs/my-service.v2.wsdl', 'my-service.v2'],
    ['C:\\specs\\a b.wsdl', 'a_b'],
    ['2006.wsdl', '_2006'],
  ])('names the contract of %s after the file where definitions have no name', (path, name) => {
    const text = wsdl('').replace(' name="T"', '');
    expect(linkFiles({ [path]: text }).contract?.name).toBe(name);
  });

  test('a name that is no NCName gives way to that of the file, with a warning', () => {
    const { contract, lines } = linkFiles({
      'a.wsdl': wsdl('').replace('"T"', '"name clash test"'),
    });
    expect(contract?.name).toBe('a');
    expect(lines[0]).toBe("warning ASMX3001 a.wsdl:1:20 'name clash test' is not an NCName");
  });

  test.each([
    [
      '<html/>',
      "error ASMX1002 a.wsdl:1:1 A contract begins with 'wsdl:definitions', not with 'html'",
    ],
    ['<a', 'error ASMX1020 a.wsdl:1:1'],
    ['junk <definitions/>', 'error ASMX1020 a.wsdl:1:1'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a/>', 'error ASMX1021 a.wsdl:1:'],
  ])('refuses %j', (text, line) => {
    const { contract, lines } = linkFiles({ 'a.wsdl': text });
    expect(contract).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });

  test.each([
    ['<html/>', 'This is a web page: add ?WSDL to its address'],
    ['<schema/>', "The namespace of XML Schema is 'http://www.w3.org/2001/XMLSchema'"],
    [
      '<description xmlns="http://www.w3.org/ns/wsdl"/>',
      'This is WSDL 2.0; only WSDL 1.1 is supported',
    ],
    ['<definitions/>', "The namespace of WSDL 1.1 is 'http://schemas.xmlsoap.org/wsdl/'"],
  ])('helps with %j', (text, help) => {
    expect(linkFiles({ 'a.wsdl': text }).diagnostics[0]?.help).toBe(help);
  });

  test.each(['<html/>', '<!DOCTYPE html><html></html>'])(
    'helps with %j at the address of a WSDL, which cannot be added to it',
    (text) => {
      const path = 'Orders.asmx?WSDL';
      expect(linkFiles({ [path]: text }).diagnostics[0]?.help).toMatch(
        /^This is a web page, such as/,
      );
    },
  );

  test('reports a missing file and bytes that do not fit', () => {
    expect(linkFiles({ 'a.wsdl': Uint8Array.of(0x3c, 0x61, 0xff) }).lines).toEqual([
      'error ASMX1003 a.wsdl:1:3 The file is not valid UTF-8',
    ]);
    expect(linkFiles({}).lines).toEqual([
      "error ASMX1001 '' cannot be read: there is no such file",
    ]);
  });

  test('a contract of nothing at all is an error', () => {
    expect(linkFiles({ 'a.wsdl': wsdl('') }).lines).toEqual([
      "error ASMX3005 a.wsdl:1:1 Contract 'T' has no operation that a SOAP or HTTP binding describes",
    ]);
  });
});
