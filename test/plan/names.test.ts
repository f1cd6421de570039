import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeOpenApi } from '../../src/convert/openapi.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { planDocumentation } from '../../src/files/documentation.ts';
import {
  assignNames,
  camelName,
  createFreeName,
  namespaceWord,
  pascalName,
  reservedMethodNames,
  reservedTypeNames,
} from '../../src/names/identifiers.ts';
import { planShapeNames } from '../../src/plan/contract-shapes.ts';
import { chooseOperations } from '../../src/plan/settings.ts';
import { findUsedTypes } from '../../src/plan/used-types.ts';
import { loadTemplates } from '../../src/render/templates.ts';
import * as described from '../../src/runtime/type.ts';
import { runs } from '../runs.ts';
import { documentationPlanOf, modelOf } from './contract-texts.ts';
import { declarationText, planOptions, planText, wsdl } from './support/contract.ts';

describe('naming', () => {
  describe('identifiers', () => {
    test.each([
      ['student', 'Student'],
      ['note_type', 'Note_type'],
      ['a-b.c', 'ABC'],
      ['9lives', '_9lives'],
      ['My_x0020_Type', 'MyType'],
      ['straße', 'Straße'],
      ['ßig', 'ßig'],
      ['---', '_'],
      ['My_x0024_Type', 'MyType'],
    ])('%s as a type is %s', (name, expected) => {
      expect(pascalName(name)).toBe(expected);
    });

    test('names that are equal in all that tells them apart are counted', () => {
      const free = createFreeName(new Set());
      const names = Array.from({ length: 5 }, () => free('Order', 'Service', 'Client'));
      const [, , hashed] = names;
      expect(hashed).toMatch(/^OrderServiceClient[A-Z][a-z]{4}$/);
      expect(names).toEqual([
        'OrderClient',
        'OrderServiceClient',
        hashed,
        `${hashed}2`,
        `${hashed}3`,
      ]);
    });

    test('methods lower the first letter only', () => {
      expect(camelName('GetSTDid')).toBe('getSTDid');
      expect(camelName('URLList')).toBe('uRLList');
    });

    test('namespaces have a telling word', () => {
      expect(namespaceWord('http://tempuri.org/')).toBe('Tempuri');
      expect(namespaceWord('http://example.org/common/v1')).toBe('Common');
      expect(namespaceWord('urn:enterprise.soap.sforce.com')).toBe('EnterpriseSforce');
      expect(namespaceWord('')).toBe('NoNamespace');
    });
  });

  describe('collisions', () => {
    const request = (preferred: string, namespace: string, rank: number, spelling = preferred) => ({
      id: {},
      preferred,
      spelling,
      rank,
      suffix: 'Type',
      namespace,
      key: `{${namespace}}${spelling}`,
    });

    test('are solved alike in any order', () => {
      const requests = [
        request('Student', 'urn:target', 1),
        request('Student', 'http://example.org/common', 3),
        request('Student', 'http://example.org/reports', 3),
        request('Order', 'urn:target', 1, 'order'),
        request('Order', 'urn:target', 1),
        request('Promise', 'urn:target', 1),
      ];
      const solve = (all: typeof requests) => {
        const names = assignNames(all, new Set(reservedTypeNames));
        return requests.map(({ id }) => names.get(id));
      };
      const expected = [
        'Student',
        'StudentCommon',
        'StudentReports',
        'OrderType',
        'Order',
        'PromiseType',
      ];
      expect(solve(requests)).toEqual(expected);
      expect(solve(requests.toReversed())).toEqual(expected);
    });
  });

  describe('a contract', () => {
    test('with two operations the user would make one method is refused', () => {
      const { plan, diagnostics } = planText(
        wsdl({
          schema: '<xs:element name="a" type="xs:int"/>',
          operations: { GetIt: { input: 'a' }, FetchIt: { input: 'a' } },
        }),
        { renames: { GetIt: 'x', 'TestService.GetIt': 'take', 'TestService.FetchIt': 'take' } },
      );
      expect(plan).toBe(undefined);
      expect(diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'ASMX4001',
          help: expect.stringContaining('TestService.FetchIt'),
        }),
      );
    });

    test('with operations that would be one method keeps them apart by how they are spelled', () => {
      const names = ['GetIt', 'getIt', 'Get-It', 'Other'];
      const { plan } = planText(
        wsdl({
          schema: '<xs:element name="a" type="xs:int"/>',
          operations: Object.fromEntries(names.map((name) => [name, { input: 'a' }])),
        }),
      );
      const methods = plan?.operations.map((one) => [one.operation.name, one.method]);
      expect(methods).toEqual([
        ['GetIt', expect.stringMatching(/^getIt[A-Z][a-z]{4}$/)],
        ['getIt', 'getIt'],
        ['Get-It', expect.stringMatching(/^getIt[A-Z][a-z]{4}$/)],
        ['Other', 'other'],
      ]);
    });

    describe('with names that objects have, or that await and JSON.stringify call', () => {
      const methodsOf = (names: readonly string[]) =>
        planText(
          wsdl({
            schema: '<xs:element name="a" type="xs:int"/>',
            operations: Object.fromEntries(names.map((name) => [name, { input: 'a' }])),
          }),
        ).plan?.operations.map(({ method }) => method);

      test('keeps an operation as it is spelled where that is another name', () => {
        expect(
          methodsOf(['Then', 'ToString', 'Constructor', 'ToJSON', 'ValueOf', 'Catch']),
        ).toEqual([...['Then', 'ToString', 'Constructor', 'ToJSON', 'ValueOf'], 'catch']);
      });

      test('adds letters to one that is spelled so, whatever is beside it', () => {
        const letters = '[A-Z][a-z]{4}';
        const spelled = [...reservedMethodNames];
        const alone = spelled.map((name) => methodsOf([name])?.[0]);
        for (const [at, name] of spelled.entries()) {
          expect(alone[at]).toMatch(new RegExp(`^${name}${letters}$`));
        }
        expect(methodsOf(['Other', ...spelled])?.slice(1)).toEqual(alone);
        expect(methodsOf(['Then', 'then'])).toEqual(['Then', alone[spelled.indexOf('then')]]);
      });

      test('has all names of Object.prototype among them', () => {
        const inherited = Object.getOwnPropertyNames(Object.prototype);
        expect(inherited.filter((name) => !reservedMethodNames.has(name))).toEqual([]);
      });

      test('names services and ports by the rule of services', () => {
        const text = (name: string) =>
          `asmx: 1\nname: A\nnamespace: urn:a\nservices:\n  ${name}:\n    operations:\n      Ping: {}\n  Other:\n    operations:\n      Ping: {}\n`;
        const property = (name: string) =>
          planText(text(name), {}, 'contract.yaml').plan?.services[0]?.property;
        expect(property('Then')).toBe('thenService');
        expect(property('toJSON')).toBe('toJSONService');
        expect(property('Order')).toBe('order');
      });

      test.each(['then', 'Then', 'constructor', 'toJSON'])('refuses the rename %s', (name) => {
        const { plan, diagnostics } = planText(
          wsdl({
            schema: '<xs:element name="a" type="xs:int"/>',
            operations: { Get: { input: 'a' } },
          }),
          { renames: { 'TestService.Get': name } },
        );
        expect(plan).toBe(undefined);
        expect(diagnostics).toContainEqual(
          expect.objectContaining({
            code: 'ASMX5002',
            severity: 'error',
            message: expect.stringContaining(`cannot be the name of operation 'TestService.Get'`),
            help: expect.stringContaining("naming: { 'TestService.Get': "),
          }),
        );
      });

      test('takes a rename of an operation called so', () => {
        const { plan } = planText(
          wsdl({
            schema: '<xs:element name="a" type="xs:int"/>',
            operations: { Then: { input: 'a' } },
          }),
          { renames: { 'TestService.Then': 'afterwards' } },
        );
        expect(plan?.operations[0]?.method).toBe('afterwards');
      });
    });

    test('may rename types and operations', () => {
      const text = wsdl({
        schema:
          '<xs:complexType name="thing"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType><xs:element name="a" type="t:thing"/>',
        operations: { GetIt: { input: 'a', output: 'a' } },
      });
      const renames = { '{urn:test}thing': 'Widget', 'TestService.GetIt': 'Fetch' };
      const { plan } = planText(text, { renames });
      expect(plan?.operations[0]).toMatchObject({
        method: 'fetch',
        descriptor: 'Fetch',
        inputType: 'FetchInput',
        outputType: 'Widget',
      });
      const wrong = planText(text, { renames: { thing: 'no name' } });
      expect(wrong.diagnostics).toContainEqual(expect.objectContaining({ code: 'ASMX5002' }));
    });

    test('of which some operations are chosen has just the types they reach', () => {
      const text = wsdl({
        schema:
          '<xs:complexType name="One"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="Two"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType><xs:element name="a" type="t:One"/><xs:element name="b" type="t:Two"/>',
        operations: { GetOne: { input: 'a' }, GetTwo: { input: 'b' } },
      });
      const names = (only: readonly string[]) =>
        planText(text, { only }).plan?.types.map((type) => type.name);
      expect(names([])).toEqual(['GetOneInput', 'GetTwoInput', 'One', 'Two']);
      expect(names(['*.GetT*'])).toEqual(['GetTwoInput', 'Two']);
      expect(names(['Nothing'])).toBe(undefined);
    });

    test('of types alone gives its types', () => {
      const text = `<definitions name="T" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><types><xs:schema targetNamespace="urn:test"><xs:simpleType name="E"><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction></xs:simpleType></xs:schema></types></definitions>`;
      expect(planText(text).plan?.types.map(declarationText)).toEqual([
        "/** simpleType `E`. */\nexport type E = 'x';",
      ]);
    });

    test('whose type is called like its operation gives the name to the operation', () => {
      const { plan } = planText(
        wsdl({
          schema:
            '<xs:complexType name="sayHello"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType><xs:element name="sayHello" type="t:sayHello"/>',
          operations: { sayHello: { input: 'sayHello' } },
        }),
      );
      expect(plan?.operations[0]).toMatchObject({
        descriptor: 'SayHello',
        inputType: 'SayHelloInput',
      });
      expect(plan?.types.map((type) => type.name)).toEqual(['SayHelloInput']);
    });
  });

  describe('names made from several of the contract stay apart', () => {
    test('of faults', () => {
      const text = wsdl({
        schema:
          '<xs:element name="Test" type="xs:int"/><xs:element name="TestResponse" type="xs:int"/>',
      })
        .replace(
          '<portType',
          '<message name="F1"><part name="p" type="xs:int"/></message><message name="F2"><part name="p" type="xs:string"/></message><portType',
        )
        .replace(
          '<output message="t:TestOut"/>',
          '$&<fault name="Bad" message="t:F1"/><fault name="bad" message="t:F2"/>',
        )
        .replace(
          /<\/output><\/operation><\/binding>/,
          '</output><fault name="Bad"><s:fault name="Bad" use="literal"/></fault><fault name="bad"><s:fault name="bad" use="literal"/></fault></operation></binding>',
        );
      const [first, second] = planText(text).plan?.operations[0]?.faults ?? [];
      expect(first).toMatchObject({
        name: 'Bad',
        type: { flat: 'number' },
        read: { flat: '(reader) => readRoot($descriptions.testBadFaultMessage, reader)' },
      });
      expect(second).toMatchObject({ name: 'bad', type: { flat: 'string' } });
      expect(second?.read.flat).toMatch(/\.testBad\$[A-Z][a-z]{4}FaultMessage,/);
    });

    test('of choices', () => {
      const choice = (name: string): string =>
        `<xs:choice><xs:element name="${name}" type="xs:int"/><xs:element name="or${name}" type="xs:int"/></xs:choice>`;
      const { plan } = planText(
        wsdl({
          schema: `<xs:element name="Test"><xs:complexType><xs:sequence>${choice('a-b')}${choice('ab')}</xs:sequence></xs:complexType></xs:element><xs:element name="TestResponse" type="xs:int"/>`,
        }),
      );
      const names = plan?.types.map(({ name }) => name).filter((name) => name.includes('$Choice'));
      expect(names).toEqual([
        'TestInput$Choice_ab',
        expect.stringMatching(/^TestInput\$Choice_ab[A-Z][a-z]{4}$/),
      ]);
    });

    test('of services', () => {
      const text = wsdl({
        schema: '<xs:element name="Test" type="xs:int"/>',
        operations: { Test: { input: 'Test' } },
      });
      const [service = ''] = /<service[\s\S]*<\/service>/.exec(text) ?? [];
      const named = (name: string): string => service.replace('TestService', name);
      const { plan } = planText(
        text.replace(service, ['Order', 'order', 'OrderService', 'order-'].map(named).join('')),
      );
      const properties = plan?.services.map(({ property }) => property) ?? [];
      expect(properties.slice(0, 2)).toEqual(['order', 'orderService']);
      expect(new Set(properties).size).toBe(4);
    });
  });

  describe('names taken from the start', () => {
    test('are all the index of the runtime exports', () => {
      const text = readFileSync(new URL('../../src/runtime/index.ts', import.meta.url), 'utf8');
      const names = [...text.matchAll(/\{([^}]*)\}/g)].flatMap((match) =>
        (match[1] ?? '').split(',').map((name) => name.trim()),
      );
      const types = names.filter((name) => /^[A-Z]/.test(name));
      expect(types.filter((name) => !reservedTypeNames.has(name))).toEqual([]);
    });

    test('are all that generated descriptions import', () => {
      const text = readFileSync(new URL('../../src/runtime/type.ts', import.meta.url), 'utf8');
      const names = [...text.matchAll(/\{([^}]*)\}/g)].flatMap((match) =>
        (match[1] ?? '').split(',').map((name) => name.trim().replace(/^type /, '')),
      );
      const types = names.filter((name) => /^[A-Z]/.test(name));
      expect(types).toContain('MessageType');
      expect(types.filter((name) => !reservedTypeNames.has(name))).toEqual([]);
      const nouns = '(?:Request|Response|Record|Form|Location|Result|Header|Fault)';
      const generated = new RegExp(
        `^(?:ns.*|.*Type|.*${nouns}Message|(?:read|write|attach)(?:.+${nouns}|.*\\$.*))$`,
      );
      expect(Object.keys(described).filter((name) => generated.test(name))).toEqual([]);
    });
  });
});

describe('naming properties', () => {
  /**
   * The promises of docs/naming.md, held against contracts made of names that get in each other's
   * way.
   */
  const spaces = [
    'urn:test',
    'http://a.org/common',
    'http://b.org/common',
    'http://b.org/v2/orders',
  ];
  const typeNames = ['Order', 'order', 'OrderType', 'Or-der', 'OrderCommon', 'Item', 'AskInput'];
  const operationNames = ['Order', 'order', 'Ask', 'GetItem', 'getItem', 'get-item', 'Item'];

  interface TypeItem {
    readonly space: string;
    readonly name: string;
  }
  interface Parts {
    readonly types: readonly TypeItem[];
    readonly operations: readonly string[];
  }

  const parts: fc.Arbitrary<Parts> = fc.record({
    types: fc.uniqueArray(
      fc.record({ space: fc.constantFrom(...spaces), name: fc.constantFrom(...typeNames) }),
      { minLength: 1, maxLength: 9, selector: ({ space, name }) => `${space} ${name}` },
    ),
    operations: fc.uniqueArray(fc.constantFrom(...operationNames), { minLength: 1, maxLength: 6 }),
  });

  /** A contract whose every operation reaches every type; each type holds one without a name. */
  function document({ types, operations }: Parts): string {
    const order = [...new Set(['urn:test', ...types.map((one) => one.space)])];
    const prefix = (space: string): string => `n${spaces.concat('urn:zebra').indexOf(space)}`;
    const fields = types.map(
      ({ space, name }, index) => `<xs:element name="f${index}" type="${prefix(space)}:${name}"/>`,
    );
    const schemas = order.map((space) => {
      const own = types
        .filter((one) => one.space === space)
        .map(
          ({ name }) =>
            `<xs:complexType name="${name}"><xs:sequence><xs:element name="Part"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element></xs:sequence></xs:complexType>`,
        );
      const elements = operations.map(
        (name) =>
          `<xs:element name="${name}"><xs:complexType><xs:sequence>${fields.join('')}</xs:sequence></xs:complexType></xs:element>`,
      );
      const all = space === 'urn:test' ? [...own, ...elements] : own;
      return `<xs:schema targetNamespace="${space}">${all.join('')}</xs:schema>`;
    });
    const each = (write: (name: string) => string): string => operations.map(write).join('');
    const prefixes = [...spaces, 'urn:zebra'].map((space) => `xmlns:${prefix(space)}="${space}"`);
    return `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" ${prefixes.join(' ')}>
<types>${schemas.join('')}</types>
${each((name) => `<message name="${name}"><part name="p" element="n0:${name}"/></message>`)}
<portType name="Port">${each((name) => `<operation name="${name}"><input message="n0:${name}"/></operation>`)}</portType>
<binding name="Binding" type="n0:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name) => `<operation name="${name}"><s:operation soapAction="${name}"/><input><s:body use="literal"/></input></operation>`)}</binding>
<service name="Service"><port name="Port" binding="n0:Binding"><s:address location="http://localhost/"/></port></service>
</definitions>`;
  }

  /** Every name there is, by what it is the name of. */
  function namesOf(
    given: Parts,
    renames: Readonly<Record<string, string>> = {},
  ): Map<string, string> {
    const model = modelOf({ 'test.wsdl': document(given) });
    const options = { ...planOptions, renames };
    const chosen = chooseOperations(model, options);
    const reach = findUsedTypes(
      chosen.map((one) => one.operation),
      [],
    );
    const bag = createDiagnosticBag();
    const { names, messages } = planShapeNames(
      { model, operations: chosen, used: reach, options },
      bag,
    );
    expect(bag.diagnostics).toEqual([]);
    const found = new Map<string, string>();
    for (const one of chosen) {
      const keys = messages.get(one);
      const { name } = one.operation;
      found.set(`method ${name}`, one.method);
      for (const part of ['input', 'descriptor'] as const) {
        const key = keys?.[part];
        if (key !== undefined) found.set(`${part} ${name}`, names.get(key) ?? '');
      }
    }
    for (const type of reach.types) {
      const name = names.get(type);
      if (name === undefined || type.kind !== 'complex') continue;
      if (type.name !== undefined)
        found.set(`type {${type.name.namespace}}${type.name.localName}`, name);
    }
    return found;
  }

  /** The same parts in another order. */
  const shuffled = (given: Parts): fc.Arbitrary<Parts> =>
    fc.record({
      types: fc.shuffledSubarray([...given.types], { minLength: given.types.length }),
      operations: fc.shuffledSubarray([...given.operations], {
        minLength: given.operations.length,
      }),
    });

  describe('names', () => {
    test('are all different, and methods too', () => {
      fc.assert(
        fc.property(parts, (given) => {
          const names = [...namesOf(given)];
          const methods = names.filter(([key]) => key.startsWith('method'));
          const types = names.filter(([key]) => /^(?:type|input)/.test(key));
          for (const group of [methods, types]) {
            const texts = group.map(([, name]) => name);
            expect(new Set(texts).size).toBe(texts.length);
          }
        }),
        { numRuns: runs(150) },
      );
    });

    test('do not depend on the order of types, schemas and operations', () => {
      fc.assert(
        fc.property(
          parts.chain((given) => fc.tuple(fc.constant(given), shuffled(given))),
          ([given, other]) => {
            expect(Object.fromEntries(namesOf(other))).toEqual(Object.fromEntries(namesOf(given)));
          },
        ),
        { numRuns: runs(150) },
      );
    });

    test('stay when something unrelated is added anywhere', () => {
      fc.assert(
        fc.property(
          parts,
          fc.constantFrom(...spaces, 'urn:zebra'),
          fc.nat({ max: 9 }),
          (given, space, at) => {
            const types = given.types.toSpliced(at, 0, { space, name: 'Zebra' });
            const operations = given.operations.toSpliced(at, 0, 'Unrelated');
            const before = namesOf(given);
            const after = namesOf({ types, operations });
            for (const [key, name] of before) expect([key, after.get(key)]).toEqual([key, name]);
          },
        ),
        { numRuns: runs(150) },
      );
    });

    test('that the user chose win, whoever wants them', () => {
      fc.assert(
        fc.property(
          parts,
          fc.nat(),
          fc.constantFrom('Order', 'Item', 'Fresh'),
          (given, pick, wanted) => {
            const type = given.types[pick % given.types.length];
            if (type === undefined) return;
            const key = `{${type.space}}${type.name}`;
            expect(namesOf(given, { [key]: wanted }).get(`type ${key}`)).toBe(wanted);
            const operation = given.operations[pick % given.operations.length] ?? '';
            const renames = { [`Service.${operation}`]: 'somethingElse' };
            expect(namesOf(given, renames).get(`method ${operation}`)).toBe('somethingElse');
          },
        ),
        { numRuns: runs(100) },
      );
    });
  });
});

describe('property names shown', () => {
  // `jaxb:property` names STDid studentId, grd grade, and RegisterResult receipt
  const path = 'test/cli/cases/call/property-names/in/students.wsdl';
  const students = modelOf({ [path]: readFileSync(path, 'utf8') });

  test('OpenAPI has the names of properties, with those of the message beside them', () => {
    const { components } = JSON.parse(writeOpenApi(students));
    const { Register, Mark, RegisterResponse } = components.schemas;
    expect(Object.keys(Register.properties)).toEqual(['studentId', 'Mark']);
    expect(Register.required).toEqual(['studentId', 'Mark']);
    expect(Register.properties.studentId.xml.name).toBe('STDid');
    expect(Mark.properties.grade.xml).toEqual({ name: 'grd', attribute: true });
    expect(RegisterResponse.properties.receipt.xml.name).toBe('RegisterResult');
  });

  test('samples of help pages are messages, with the names of the schema', () => {
    const bag = createDiagnosticBag();
    const [docs] = planDocumentation(
      documentationPlanOf(students, { targets: ['docs'], publish: 'rebuilt' }),
    );
    const header = { contract: path, lines: [] };
    const view = { ...docs?.view, header };
    const text = loadTemplates([], bag).render(docs?.template ?? 'docs', view, bag) ?? '';
    expect(bag.diagnostics).toEqual([]);
    const samples = text.slice(0, text.indexOf('wsdl: `'));
    expect(samples).toContain('<STDid>');
    expect(samples).toContain('<Mark grd="');
    expect(samples).toContain('<RegisterResult>');
    expect(samples).not.toMatch(/studentId|grade|receipt/);
    // the WSDL that is served names the properties again
    expect(text).toContain('<jaxb:property name="studentId"');
  });
});
