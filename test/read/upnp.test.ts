import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import { loadContract } from '../../src/read/contract.ts';
import type { Host } from '../../src/read/host.ts';
import { lineOf, linkFiles } from './contract-text.ts';

const type = 'urn:schemas-upnp-org:service:Dimming:1';

interface ServiceText {
  readonly type?: string;
  readonly scpd?: string;
  readonly control?: string;
}

function service({ type: of = type, scpd = '/Dimming.xml', control = '/c' }: ServiceText): string {
  return `<service><serviceType>${of}</serviceType><SCPDURL>${scpd}</SCPDURL><controlURL>${control}</controlURL></service>`;
}

/** A device with services, on lines of their own from the fourth. */
function device(services: readonly ServiceText[], more = '', base = ''): string {
  return `<root xmlns="urn:schemas-upnp-org:device-1-0">${base}
<device><deviceType>urn:schemas-upnp-org:device:Lamp:1</deviceType>
<serviceList>
${services.map(service).join('\n')}
</serviceList>${more}</device></root>`;
}

/** Arguments as `in Name Variable`, variables as `Name type` with what else they have. */
function scpd(
  actions: Readonly<Record<string, readonly string[]>>,
  variables: Readonly<Record<string, string>> = {},
): string {
  const argument = (text: string): string => {
    const [direction, name, variable] = text.split(' ');
    return `<argument><name>${name}</name><direction>${direction}</direction><relatedStateVariable>${variable}</relatedStateVariable></argument>`;
  };
  const list = Object.entries(actions).map(
    ([name, all]) =>
      `<action><name>${name}</name><argumentList>${all.map(argument).join('')}</argumentList></action>`,
  );
  const table = Object.entries(variables).map(
    ([name, rest]) =>
      `<stateVariable><name>${name}</name>${rest.includes('<') ? rest : `<dataType>${rest}</dataType>`}</stateVariable>`,
  );
  return `<scpd xmlns="urn:schemas-upnp-org:service-1-0"><actionList>\n${list.join('\n')}\n</actionList><serviceStateTable>\n${table.join('\n')}\n</serviceStateTable></scpd>`;
}

const dimming = scpd(
  { Set: ['in New Level'], Get: ['out Now Level'] },
  {
    Level:
      '<dataType>ui1</dataType><allowedValueRange><minimum>0</minimum><maximum>100</maximum></allowedValueRange>',
  },
);

/** Names with types of the parts of a message. */
function partsOf(outcome: ReturnType<typeof linkFiles>, message: string): readonly string[] {
  const found = outcome.contract?.definitions[0]?.messages.find(
    ({ name }) => name.localName === message,
  );
  return (found?.parts ?? []).map(
    ({ name, type: of }) =>
      `${name}: ${of?.name.namespace === type ? 'own ' : ''}${of?.name.localName}`,
  );
}

describe('descriptions of UPnP devices', () => {
  test('a device is a contract with its services, rpc/literal', () => {
    const outcome = linkFiles({ 'lamp.xml': device([{}]), 'Dimming.xml': dimming });
    expect(outcome.lines).toEqual([]);
    const { contract, model } = outcome;
    expect(contract?.name).toBe('Lamp');
    const [found] = contract?.definitions ?? [];
    expect(found?.targetNamespace).toBe(type);
    expect(found?.services.map(({ name, ports }) => [name, ports[0]?.address])).toEqual([
      ['Dimming', '/c'],
    ]);
    const [operation] = found?.bindings[0]?.operations ?? [];
    expect(operation).toMatchObject({ style: 'rpc', soapAction: `${type}#Set` });
    expect(operation?.input?.body).toMatchObject({ use: 'literal', namespace: type });
    expect(partsOf(outcome, 'SetRequest')).toEqual(['New: own Level']);
    expect(partsOf(outcome, 'GetResponse')).toEqual(['Now: own Level']);
    expect(model?.services[0]?.ports.length).toBe(1);
    expect(found?.portTypes[0]?.operations[0]?.faults.map(({ name }) => name)).toEqual([
      'UPnPError',
    ]);
  });

  test.each([
    ['ui1', 'unsignedByte'],
    ['ui2', 'unsignedShort'],
    ['ui4', 'unsignedInt'],
    ['ui8', 'unsignedLong'],
    ['i1', 'byte'],
    ['i2', 'short'],
    ['i4', 'int'],
    ['i8', 'long'],
    ['int', 'int'],
    ['r4', 'float'],
    ['r8', 'double'],
    ['number', 'double'],
    ['float', 'double'],
    ['fixed.14.4', 'decimal'],
    ['char', 'own V'],
    ['string', 'string'],
    ['uuid', 'string'],
    ['uri', 'anyURI'],
    ['date', 'date'],
    ['dateTime', 'dateTime'],
    ['dateTime.tz', 'dateTime'],
    ['time', 'time'],
    ['time.tz', 'time'],
    ['bin.base64', 'base64Binary'],
    ['bin.hex', 'hexBinary'],
  ])('data type %s is %s', (dataType, expected) => {
    const text = scpd({ A: ['in P V'] }, { V: dataType });
    const outcome = linkFiles({ 'lamp.xml': device([{}]), 'Dimming.xml': text });
    expect(outcome.lines).toEqual([]);
    expect(partsOf(outcome, 'ARequest')).toEqual([`P: ${expected}`]);
  });

  test('booleans are sent as 0 and 1, and read in each form', () => {
    const text = scpd({ A: ['in P V', 'out Q V'] }, { V: 'boolean' });
    const outcome = linkFiles({ 'lamp.xml': device([{}]), 'Dimming.xml': text });
    expect(partsOf(outcome, 'ARequest')).toEqual(['P: own V']);
    expect(partsOf(outcome, 'AResponse')).toEqual(['Q: boolean']);
    const [own] = outcome.contract?.definitions[0]?.schemas[0]?.types ?? [];
    expect(own).toMatchObject({ variety: { facets: [{ name: 'pattern', value: '[01]' }] } });
  });

  test('allowed values, once each; a range that is no number is none', () => {
    const text = scpd(
      { A: ['in P A_ARG_TYPE_Mode', 'in Q Mode', 'in R Range'] },
      {
        A_ARG_TYPE_Mode:
          '<dataType>string</dataType><allowedValueList><allowedValue>a</allowedValue><allowedValue> b </allowedValue><allowedValue>a</allowedValue></allowedValueList>',
        Mode: 'i4',
        Range:
          '<dataType>ui4</dataType><allowedValueRange><minimum>0</minimum><maximum>Vendor defined</maximum></allowedValueRange>',
      },
    );
    const outcome = linkFiles({ 'lamp.xml': device([{}]), 'Dimming.xml': text });
    expect(outcome.lines).toEqual([]);
    expect(partsOf(outcome, 'ARequest')).toEqual([
      'P: own A_ARG_TYPE_Mode',
      'Q: int',
      'R: unsignedInt',
    ]);
    const [own] = outcome.contract?.definitions[0]?.schemas[0]?.types ?? [];
    const values = own?.kind === 'simpleType' && 'facets' in own.variety ? own.variety.facets : [];
    expect(values.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  test('services of devices in the device, names once, two of one type as ports', () => {
    const inner = device([
      { type: 'urn:schemas-upnp-org:service:Dimming:2', scpd: 'Dimming.xml' },
      { control: '/other' },
    ])
      .replace(/^[\s\S]*?<device>/, '<device>')
      .replace('</root>', '');
    const outcome = linkFiles({
      'lamp.xml': device([{}], `<deviceList>${inner}</deviceList>`),
      'Dimming.xml': dimming,
    });
    expect(outcome.lines).toEqual([]);
    expect(
      outcome.contract?.definitions.map(({ services: [one] }) => [
        one?.name,
        ...(one?.ports ?? []).map(({ address }) => address),
      ]),
    ).toEqual([
      ['Dimming', '/c', '/other'],
      ['Dimming2', '/c'],
    ]);
  });

  test('TR-064 has namespaces of its own', () => {
    const own = (text: string): string => text.replaceAll('schemas-upnp-org', 'dslforum-org');
    const { contract, lines } = linkFiles({
      'lamp.xml': own(device([{}])),
      'Dimming.xml': own(dimming),
    });
    expect(lines).toEqual([]);
    const [found] = contract?.definitions ?? [];
    expect(found?.schemas.map(({ targetNamespace }) => targetNamespace)).toEqual([
      'urn:dslforum-org:service:Dimming:1',
      'urn:dslforum-org:control-1-0',
    ]);
  });

  test('an SCPD by itself is named after its file, with a warning', () => {
    const { contract, lines } = linkFiles({ 'specs/Dimming2.xml': dimming });
    expect(contract?.definitions[0]?.targetNamespace).toBe(
      'urn:schemas-upnp-org:service:Dimming:2',
    );
    expect(lines).toEqual([
      "warning ASMX3006 specs/Dimming2.xml:1:1 An SCPD does not name the type of its service: 'urn:schemas-upnp-org:service:Dimming:2' is a guess",
    ]);
  });

  test('what cannot be used is told, and the rest is read', () => {
    const text = scpd(
      { A: ['in P Missing', 'in 1st V', 'in Q V'], 'no name': [], B: [] },
      { V: 'vendor' },
    ).replace('</actionList>', '<action><name>B</name></action></actionList>');
    const outcome = linkFiles({ 'lamp.xml': device([{}]), 'Dimming.xml': text });
    expect(outcome.lines.map((line) => line.replace(/Dimming.xml:\d+:\d+ /, ''))).toEqual([
      "warning ASMX3006 There is no state variable 'Missing': a text is assumed",
      "warning ASMX3006 Argument '1st' of action 'A' is left out: it is no name of an XML element",
      "warning ASMX3006 Data type 'vendor' is not known: a text is assumed",
      "warning ASMX3006 An action is left out: 'no name' is no name of an XML element",
      "warning ASMX3006 Action 'B' is declared twice: the first one counts",
    ]);
    expect(partsOf(outcome, 'ARequest')).toEqual(['P: string', 'Q: string']);
  });

  test.each([
    [
      'no services',
      device([]),
      "ASMX1002 lamp.xml:1:1 'lamp.xml' describes a device without services",
    ],
    [
      'no description',
      device([{ scpd: '/Gone.xml' }]),
      "ASMX1030 lamp.xml:4:84 Import 'Gone.xml' cannot be followed: there is no file 'Gone.xml'",
    ],
    [
      'another document',
      device([{ scpd: 'lamp.xml' }]),
      "ASMX1030 lamp.xml:4:84 Import 'lamp.xml' cannot be followed: it leads to 'root', which is no description of a service",
    ],
  ])('%s is an error', (_name, text, line) => {
    const { contract, lines } = linkFiles({ 'lamp.xml': text });
    expect(contract).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`error ${line}`);
  });

  test('a WSDL does not import one', () => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><import namespace="urn:x" location="Dimming.xml"/></definitions>`;
    const { lines } = linkFiles({ 'a.wsdl': wsdl, 'Dimming.xml': dimming });
    expect(lines.join('\n')).toContain("it leads to XML with root element 'scpd'");
  });

  test('a URL: descriptions are fetched from the device, addresses are absolute', async () => {
    const files = new Map([
      ['http://10.0.0.1:80/desc.xml', device([{}])],
      ['http://10.0.0.1/Dimming.xml', dimming],
    ]);
    const asked: string[] = [];
    const host: Host = {
      readFile: () => undefined,
      fetch: async (url) => {
        asked.push(url);
        const text = files.get(url) ?? files.get(url.replace('10.0.0.1/d', '10.0.0.1:80/d'));
        return { status: text === undefined ? 404 : 200, body: new TextEncoder().encode(text) };
      },
    };
    const bag = createDiagnosticBag();
    const { contract } = await loadContract('http://10.0.0.1/desc.xml', host, bag, {
      allowHosts: ['10.0.0.1'],
    });
    expect(bag.diagnostics.map(lineOf)).toEqual([]);
    expect(asked).toEqual(['http://10.0.0.1/desc.xml', 'http://10.0.0.1/Dimming.xml']);
    expect(contract?.definitions[0]?.services[0]?.ports[0]?.address).toBe('http://10.0.0.1/c');
    expect(contract && linkContract(contract, bag)?.services).toHaveLength(1);
  });

  test('a description on another host is not fetched', async () => {
    const asked: string[] = [];
    const host: Host = {
      readFile: () => undefined,
      fetch: async (url) => {
        asked.push(url);
        const text = device([
          { scpd: 'http://10.0.0.2/x.xml' },
          { type: 'urn:x:service:A:1', scpd: 'file:///etc/x' },
        ]);
        return { status: 200, body: new TextEncoder().encode(text) };
      },
    };
    const bag = createDiagnosticBag();
    const options = { allowHosts: ['10.0.0.1'] };
    const { contract } = await loadContract('http://10.0.0.1/desc.xml', host, bag, options);
    expect(contract).toBeUndefined();
    expect(asked).toEqual(['http://10.0.0.1/desc.xml']);
    expect(bag.diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ['error', expect.stringContaining("host '10.0.0.2' is not allowed")],
      ['error', expect.stringContaining("Import 'file:///etc/x' cannot be followed")],
    ]);
  });

  test('a service whose description is gone is left out, with one warning', () => {
    const services = [
      {},
      { type: 'urn:x:service:Gone:1', scpd: 'Gone.xml' },
      { type: 'urn:x:service:B:1' },
    ];
    const { contract, lines } = linkFiles({ 'lamp.xml': device(services), 'Dimming.xml': dimming });
    expect(contract?.definitions).toHaveLength(2);
    expect(lines).toEqual([
      expect.stringMatching(/^warning ASMX1030 .*'Gone.xml' cannot be followed/),
    ]);
  });

  test('URLBase counts more than the place of the description', () => {
    const base = '<URLBase>http://lamp:8080/x/</URLBase>';
    const { contract } = linkFiles({
      'lamp.xml': device([{ control: 'c' }], '', base),
      'Dimming.xml': dimming,
    });
    expect(contract?.definitions[0]?.services[0]?.ports[0]?.address).toBe('http://lamp:8080/x/c');
  });
});
