import type {
  Diagnostic,
  DiagnosticCode,
  DiagnosticSink,
  LintLevels,
  Severity,
  Span,
} from '../diagnostics/diagnostic.ts';
import {
  bindingKinds,
  type LinkedService,
  type ServiceInterface,
  type ServiceModel,
  type ServiceOperation,
  type SoapMessage,
} from '../model/services.ts';
import type { BindingKind, Definitions, Message } from '../model/wsdl.ts';
import { namespaces, qnameKey } from '../model/xml.ts';
import {
  type ComplexType,
  type ElementDeclaration,
  isAnyType,
  type Particle,
  type SchemaType,
} from '../model/xsd/schema.ts';
import {
  type ContractMessages,
  contractMessages,
  messagesOver,
  type OperationMessages,
  operationFields,
} from '../plan/messages.ts';
import type { Shaper } from '../plan/simple-shape.ts';
import type { MessageField } from '../plan/type-text.ts';

/** An operation with its service and interface. */
interface OperationInContext {
  readonly service: LinkedService;
  readonly interface: ServiceInterface;
  readonly operation: ServiceOperation;
}

/** A name on the wire, with its position. */
interface NameUse {
  readonly name: string;
  /** What it names, such as `parameter of GetExamTable`. */
  readonly owner: string;
  readonly span?: Span | undefined;
}

/** Maximum number of names listed in one finding. */
const maximumNames = 10;

/** Names in single quotes. Of many, only the first ones and the number of others. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maximumNames).map((name) => `'${name}'`);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** Every operation of a service, in document order. */
function operationsIn(service: LinkedService): readonly ServiceOperation[] {
  return service.interfaces.flatMap((one) => one.operations);
}

/** Every operation of a contract, in document order. */
function operationsOf(model: ServiceModel): readonly OperationInContext[] {
  return model.services.flatMap((service) =>
    service.interfaces.flatMap((one) =>
      one.operations.map((operation) => ({ service, interface: one, operation })),
    ),
  );
}

/** Elements directly in a content model, including those in nested groups. */
function elementsOf(particle: Particle | undefined): readonly ElementDeclaration[] {
  const found: ElementDeclaration[] = [];
  const waiting: Particle[] = particle === undefined ? [] : [particle];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.kind === 'element') found.push(at.element);
    else if (at.kind === 'model') waiting.push(...[...at.particles].reverse());
  }
  return found;
}

/** A name on the wire. */
interface WireName {
  readonly name: string;
  readonly span?: Span | undefined;
}

/**
 * Names on the wire of properties. A property of several elements, or of none, has no such name.
 */
function namesOnWire(fields: readonly MessageField[]): readonly WireName[] {
  return fields.flatMap(({ wireName, span }) =>
    wireName === undefined ? [] : [{ name: wireName, span }],
  );
}

/** Names of services. */
function serviceNames(model: ServiceModel): readonly NameUse[] {
  return model.services.map(({ name, span }) => ({ name, owner: 'the contract', span }));
}

/** Names of operations. */
function operationNames(model: ServiceModel): readonly NameUse[] {
  return operationsOf(model).map(({ service, operation: { name, span } }) => ({
    name,
    owner: service.name,
    span,
  }));
}

/** Names of parameters and results, once for each operation. */
function parameterNames(model: ServiceModel, { shaper }: ContractMessages): readonly NameUse[] {
  const uses = createUses();
  for (const { operation } of operationsOf(model)) {
    for (const kind of bindingKinds) {
      const messages = messagesOver(operation, kind, shaper);
      const { input, output } = messages ?? {};
      const isSoap = kind === 'soap11' || kind === 'soap12';
      // the name of a single result is not chosen by anyone
      const results = isSoap && output?.body.kind !== 'unwrapped' ? output?.fields : undefined;
      for (const one of namesOnWire([...(input?.fields ?? []), ...(results ?? [])])) {
        uses.add(one, operation.name);
      }
    }
  }
  return uses.all();
}

/**
 * Names of the fields and attributes of named types, once for each type. Without those of array
 * items, which are not chosen by anyone and visible only on the wire.
 */
function fieldNames(model: ServiceModel): readonly NameUse[] {
  const uses = createUses();
  for (const type of model.types) {
    if (type.kind !== 'complex' || type.name === undefined || isArray(type)) continue;
    const owner = type.name.localName;
    for (const { name, span } of [...type.ownAttributes, ...elementsOf(type.ownParticle)]) {
      uses.add({ name: name.localName, span }, owner);
    }
  }
  return uses.all();
}

/** A type with one repeated element and nothing else, as ASMX generates for each array. */
function isArray({ ownParticle, ownAttributes }: ComplexType): boolean {
  let only = ownParticle;
  while (only?.kind === 'model' && only.particles.length === 1) [only] = only.particles;
  return only?.kind === 'element' && only.occurs.max > 1 && ownAttributes.length === 0;
}

function createUses(): {
  add(use: WireName, owner: string): void;
  all(): readonly NameUse[];
} {
  const uses = new Map<string, NameUse>();
  return {
    add({ name, span }, owner) {
      const key = `${owner}\0${name}`;
      if (!uses.has(key)) uses.set(key, { name, owner, span });
    },
    all: () => [...uses.values()],
  };
}

/**
 * A minimal contract in the YAML notation that violates a rule.
 *
 * @param operations lines of its one service
 * @param types lines of its types, if it needs any
 */
function schoolContract(operations: readonly string[], types: readonly string[] = []): string {
  const lines = [
    'asmx: 1',
    'name: School',
    'namespace: http://tempuri.org/',
    'services:',
    '  School:',
    '    operations:',
    ...operations.map((line) => `      ${line}`),
    ...(types.length === 0 ? [] : ['types:', ...types.map((line) => `  ${line}`)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Groups items by a key. Groups and their items keep their order. */
function grouped<T>(
  items: Iterable<T>,
  wordOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const word = wordOf(item);
    const group = groups.get(word);
    if (group === undefined) groups.set(word, [item]);
    else group.push(item);
  }
  return groups;
}

/** ASMX6005. */
const foreignActions: LintRule = {
  code: 'ASMX6005',
  level: 'hint',
  explanation:
    'In ASMX the SOAP action of an operation is namespace + operation, with one / between. ' +
    'Another action works if the client takes it from this contract; clients that compute it ' +
    'fail. Nothing is said of a service whose actions all end with the operation after the same ' +
    'text.',
  example: schoolContract([`Ping: { soapAction: 'urn:ping' }`]),
  find(model) {
    return model.services.flatMap((service) => {
      const all = operationsIn(service);
      const base = service.namespace.endsWith('/') ? service.namespace : `${service.namespace}/`;
      const odd = all.flatMap((operation) => {
        const action = (operation.soap11 ?? operation.soap12)?.action;
        const usual = `${base}${operation.messageName}`;
        return action === undefined || action === usual ? [] : [{ operation, action, usual }];
      });
      // a service with a pattern of its own, such as UPnP's and WCF's, is none that could follow
      const before = odd.map(({ operation: { messageName: name }, action }) =>
        action.endsWith(name) ? action.slice(0, -name.length) : undefined,
      );
      const [pattern] = before;
      const isPattern = pattern !== undefined && before.every((one) => one === pattern);
      if (isPattern && odd.length === all.length) return [];
      const [first] = odd;
      if (first !== undefined && odd.length > 1 && odd.length === all.length) {
        const message =
          `all ${odd.length} actions of service '${service.name}' differ from the default, ` +
          `such as '${first.action}'`;
        return [{ message, span: service.span, help: `the default is '${first.usual}'` }];
      }
      return odd.map(({ operation, action, usual }) => ({
        message: `the action of operation '${operation.name}' is '${action}'`,
        span: operation.span,
        help: `the default is '${usual}'`,
      }));
    });
  },
};

/** ASMX6010. */
const sharedActions: LintRule = {
  code: 'ASMX6010',
  level: 'hint',
  explanation:
    'A server that selects operations by the SOAPAction header cannot distinguish these over ' +
    'SOAP 1.1. The generated server then uses the element in the body; ASMX does so only with ' +
    'RoutingStyle = RequestElement, and otherwise refuses to start. ' +
    'In a contract of your own, leave `soapAction` out.',
  example: schoolContract([
    `Enrol: { soapAction: 'urn:school' }`,
    `Leave: { soapAction: 'urn:school' }`,
  ]),
  find(model) {
    return model.services.flatMap((service) => {
      const called = operationsIn(service).filter(({ soap11 }) => soap11 !== undefined);
      const byAction = grouped(called, ({ soap11 }) => soap11?.action ?? '');
      return [...byAction].flatMap(([action, operations]) => sharedFinding(action, operations));
    });
  },
};

function sharedFinding(
  action: string,
  operations: readonly ServiceOperation[],
): readonly LintFinding[] {
  const [, second] = operations;
  if (second === undefined) return [];
  const what = action === '' ? 'have no SOAP action' : `share the SOAP action '${action}'`;
  const message =
    `${operations.length} operations ${what}: ` + `${listNames(operations.map((one) => one.name))}`;
  return [{ message, span: second.span }];
}

/** ASMX6004. */
const missingBindings: LintRule = {
  code: 'ASMX6004',
  level: 'hint',
  explanation:
    'The service has the binding, but this operation does not: calling it over the binding is ' +
    'a compile error. Operations with complex parameters or out parameters are not reported ' +
    'for GET and POST, because ASMX itself omits them there.',
  example: schoolContract([
    'Enrol: { parameters: { id: int }, bindings: [soap11, soap12] }',
    'Count: { returns: int }',
  ]),
  find(model, messages) {
    return operationsOf(model).flatMap(({ interface: { ports }, operation }) => {
      const offered = bindingKinds.filter((kind) => ports.some((port) => port.kind === kind));
      const absent = offered.filter((kind) => operation[kind] === undefined);
      if (absent.length === 0) return [];
      const isOffered = operation.withoutForms !== true && fitsForms(messages.of(operation));
      const omitted = isOffered ? [] : formKinds;
      const missing = absent.filter((kind) => !omitted.includes(kind));
      if (missing.length === 0) return [];
      const message = `operation '${operation.name}' is missing from ${missing.join(', ')}`;
      const has = offered.filter((kind) => operation[kind] !== undefined);
      return [{ message, span: operation.span, help: `call it over ${has.join(', ')}` }];
    });
  },
};

const formKinds: readonly BindingKind[] = ['httpGet', 'httpPost'];

/**
 * Whether ASMX offers an operation over GET and POST: if its parameters are simple values or arrays
 * of them, and it has no out parameters.
 */
function fitsForms({ input, output }: OperationMessages): boolean {
  const simple = input.fields.every(({ value, nillable }) => {
    if (nillable) return false;
    return (value.kind === 'array' ? value.item.value : value).kind === 'simple';
  });
  return simple && output.fields.length <= 1;
}

/** ASMX6006. */
const partOrder: LintRule = {
  code: 'ASMX6006',
  level: 'warning',
  explanation:
    'An operation lists its parameters in another order on another binding. Clients with ' +
    'positional parameters, such as .NET proxies, swap the values if they change the binding.',
  example: `<wsdl:message name="AddHttpGetIn">
  <wsdl:part name="b" type="s:string" />
  <wsdl:part name="a" type="s:string" />
</wsdl:message>
`,
  find(model, { shaper }) {
    return operationsOf(model).flatMap(({ operation }) => orderFinding(operation, shaper));
  },
};

function orderFinding(operation: ServiceOperation, shaper: Shaper): readonly LintFinding[] {
  const orders = bindingKinds.flatMap((kind) => {
    const messages = messagesOver(operation, kind, shaper);
    if (messages === undefined) return [];
    return [{ kind, names: namesOnWire(messages.input.fields).map(({ name }) => name) }];
  });
  const [first] = orders;
  const other = orders.find(
    ({ names }) =>
      names.join() !== first?.names.join() &&
      [...names].sort().join() === [...(first?.names ?? [])].sort().join(),
  );
  if (first === undefined || other === undefined) return [];
  const message =
    `the parameters of operation '${operation.name}' are in another order ` +
    `on ${other.kind} than on ${first.kind}`;
  const help = `${first.kind}: ${first.names.join(', ')}\n${other.kind}: ${other.names.join(', ')}`;
  return [{ message, span: operation.span, help }];
}

/** ASMX6009. */
const formTwins: LintRule = {
  code: 'ASMX6009',
  level: 'warning',
  explanation:
    'GET and POST ignore the letter case of parameter names, so of two parameters that differ ' +
    'only in case, one gets the value of the other. ' +
    'Rename one, or leave GET and POST out of the bindings of the operation.',
  example: schoolContract(['Find: { parameters: { id: string, Id: string } }']),
  find(model) {
    return operationsOf(model).flatMap(({ operation }) => {
      const parameters = (operation.httpGet ?? operation.httpPost)?.parameters ?? [];
      const seen = new Map<string, (typeof parameters)[number]>();
      return parameters.flatMap((part) => {
        const other = seen.get(part.name.toLowerCase());
        seen.set(part.name.toLowerCase(), part);
        if (other === undefined) return [];
        const message =
          `GET and POST cannot tell '${other.name}' and '${part.name}' ` +
          `of operation '${operation.name}' apart`;
        const help = 'rename one of them, or call the operation by SOAP only';
        return [{ message, span: part.span, help }];
      });
    });
  },
};

/** Maximum number of positions listed for one spelling. */
const maximumPlaces = 4;

/** ASMX6001. */
const caseOnly: LintRule = {
  code: 'ASMX6001',
  level: 'warning',
  explanation:
    'Parameters are compared with parameters, fields with fields, and so on. ' +
    'SOAP tells names apart by letter case, GET and POST do not, and people rarely do. ' +
    'If a contract spells a name in several ways, each must be used exactly as it is, so every ' +
    'spelling is listed with its place. In a contract of your own, choose one spelling.',
  example: `asmx: 1
name: Classes
namespace: http://tempuri.org/
services:
  Classes:
    operations:
      GetBook: { parameters: { classId: string } }
      GetNote: { parameters: { ClassID: string } }
`,
  find(model, messages) {
    return distinctMessages([
      ...groups(parameterNames(model, messages)),
      ...groups(fieldNames(model)),
      ...groups(operationNames(model)),
      ...groups(serviceNames(model)),
      ...typeNames(model).flatMap((names) => groups(names)),
    ]);
  },
};

/**
 * Fields of a type that is an operation's input are also its parameters, so there is one finding
 * for them.
 */
function distinctMessages(findings: readonly LintFinding[]): readonly LintFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ message, span }) => {
    const key = `${span?.file.path}\0${span?.start}\0${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Names of types by namespace. In different namespaces, names do not conflict. */
function typeNames(model: ServiceModel): readonly (readonly NameUse[])[] {
  const names = model.types.flatMap(({ name, span }) =>
    name === undefined ? [] : [{ name: name.localName, owner: name.namespace, span }],
  );
  return [...grouped(names, ({ owner }) => owner).values()];
}

/** One finding for each set of names that differ only in letter case. */
function groups(uses: readonly NameUse[]): readonly LintFinding[] {
  return [...grouped(uses, ({ name }) => name.toLowerCase()).values()]
    .map((same) => grouped(same, ({ name }) => name))
    .filter((spellings) => spellings.size > 1)
    .map((spellings) => finding(spellings));
}

function finding(spellings: ReadonlyMap<string, readonly NameUse[]>): LintFinding {
  const names = [...spellings.keys()];
  const quoted = names.map((name) => `'${name}'`);
  const list = `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
  const lines = names.map((name) => `${name} in ${owners(spellings.get(name) ?? [])}`);
  return {
    message: `${list} differ only by letter case`,
    span: [...spellings.values()][0]?.[0]?.span,
    help: `they are different names, so write each exactly as it is:\n${lines.join('\n')}`,
    related: [...spellings.values()]
      .slice(1)
      .flatMap(([use]) =>
        use?.span === undefined
          ? []
          : [{ message: `'${use.name}' in ${use.owner}`, span: use.span }],
      ),
  };
}

function owners(uses: readonly NameUse[]): string {
  const names = uses.map((use) => use.owner);
  const shown = names.slice(0, maximumPlaces).join(', ');
  return names.length > maximumPlaces ? `${shown} and ${names.length - maximumPlaces} more` : shown;
}

const encodedBody =
  '<soap:body use="encoded" namespace="http://tempuri.org/" ' +
  `encodingStyle="${namespaces.soapEncoding11}" />`;

/** ASMX6011. */
const encodedMessages: LintRule = {
  code: 'ASMX6011',
  level: 'hint',
  explanation:
    'SOAP encoding (`use="encoded"`) is read and written according to SOAP 1.1 section 5. The ' +
    'WS-I Basic Profile forbids it, several current toolkits refuse such a WSDL, and no schema ' +
    'validates the messages. If you control the service, offer document/literal, too.',
  example: `<wsdl:binding name="SchoolSoap" type="tns:SchoolSoap">
  <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http" />
  <wsdl:operation name="Enrol">
    <soap:operation soapAction="http://tempuri.org/Enrol" />
    <wsdl:input>${encodedBody}</wsdl:input>
    <wsdl:output>${encodedBody}</wsdl:output>
  </wsdl:operation>
</wsdl:binding>
`,
  find(model) {
    return model.services.flatMap((service) => {
      const encoded = operationsIn(service).filter(({ soap11, soap12 }) =>
        [soap11, soap12].some((soap) => isEncoded(soap?.input) || isEncoded(soap?.output)),
      );
      const [first] = encoded;
      if (first === undefined) return [];
      const names = listNames(encoded.map((operation) => operation.name));
      const message = `service '${service.name}' uses SOAP encoding in ${names}`;
      return [{ message, span: first.span }];
    });
  },
};

function isEncoded(message: SoapMessage | undefined): boolean {
  return message?.use === 'encoded';
}

/** ASMX6012. */
const untypedValues: LintRule = {
  code: 'ASMX6012',
  level: 'hint',
  explanation:
    'The contract does not declare a type here (`xs:anyType`; `object` in .NET), so the ' +
    'generated property is an `XmlElement` whose content is not checked. Give the value a ' +
    'type, or agree with the other side on what is sent.',
  example: schoolContract(['Enrol: { parameters: { student: anyType } }']),
  find(model, messages) {
    const findings = operationsOf(model).flatMap(({ operation }) =>
      operationFields(messages.of(operation)).flatMap(({ wireName, value, span }) =>
        value.kind === 'xml' && wireName !== undefined && span !== undefined
          ? [untyped(`'${wireName}'`, span)]
          : [],
      ),
    );
    return distinctPlaces([...findings, ...untypedElements(messages.shaper.used.types)]);
  },
};

/** Elements without a type in the content of messages. */
function untypedElements(types: Iterable<SchemaType>): readonly LintFinding[] {
  return [...types].flatMap((type) =>
    type.kind === 'complex'
      ? elementsOf(type.ownParticle)
          .filter((element) => isAnyType(element.type))
          .map(({ name, span }) => untyped(`'${name.localName}'`, span))
      : [],
  );
}

function untyped(what: string, span: LintFinding['span']): LintFinding {
  return { message: `${what} may hold anything: the contract gives it no type`, span };
}

/** Bindings and operations may share messages, so there is one finding for each position. */
function distinctPlaces(findings: readonly LintFinding[]): readonly LintFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ span }) => {
    const key = `${span?.file.path}\0${span?.start}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** ASMX6013. */
const defaultNamespace: LintRule = {
  code: 'ASMX6013',
  level: 'off',
  explanation:
    'Visual Studio gives every new service the namespace `http://tempuri.org/`, ' +
    'and the help page of ASMX recommends changing it before the service is published. Later, ' +
    'the change breaks all existing clients. ' +
    'This rule is off unless configured.',
  example: schoolContract(['Ping: {}']),
  find(model) {
    return model.services
      .filter((service) => /^https?:\/\/tempuri\.org\/?$/i.test(service.namespace))
      .map(({ name, namespace, span }) => ({
        message: `service '${name}' has the default namespace '${namespace}'`,
        span,
      }));
  },
};

/** ASMX6007. */
const plainNames: LintRule = {
  code: 'ASMX6007',
  level: 'hint',
  explanation:
    'XML allows letters of every script in names, and so do TypeScript and this tool. ' +
    'Some older clients, proxies and logs do not, and similar characters are easily confused.',
  example: schoolContract(['Prüfen: { parameters: { größe: int } }']),
  find(model, messages) {
    const types = model.types.flatMap(({ name, span }) =>
      name === undefined ? [] : [{ name: name.localName, owner: 'the contract', span }],
    );
    return [
      ...serviceNames(model),
      ...operationNames(model),
      ...types,
      ...parameterNames(model, messages),
      ...fieldNames(model),
    ].flatMap(oddCharacters);
  },
};

function oddCharacters({ name, owner, span }: NameUse): readonly LintFinding[] {
  const odd = [...new Set(name.match(/[^\x20-\x7e]/gu) ?? [])];
  if (odd.length === 0) return [];
  const points = odd.map((one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `${one} (U+${code})`;
  });
  return [{ message: `'${name}' in ${owner} holds ${points.join(', ')}`, span }];
}

/** ASMX6008. */
const missingDocumentation: LintRule = {
  code: 'ASMX6008',
  level: 'off',
  explanation:
    'Documentation becomes the comments of the generated code and the text of the help ' +
    'pages. This rule is off unless configured.',
  example: schoolContract(['Ping: {}']),
  find(model) {
    return operationsOf(model)
      .filter(({ operation }) => operation.documentation === undefined)
      .map(({ operation }) => ({
        message: `operation '${operation.name}' has no documentation`,
        span: operation.span,
      }));
  },
};

/** ASMX6002. */
const unusedMessages: LintRule = {
  code: 'ASMX6002',
  level: 'hint',
  explanation:
    'A message that no portType operation and no header refers to is left over from an earlier ' +
    'version, or an operation is missing.',
  example: `<wsdl:message name="LeftOver">
  <wsdl:part name="parameters" element="tns:LeftOver" />
</wsdl:message>
`,
  find(model) {
    const seen = new Set<Definitions>(model.services.map((service) => service.definitions));
    const unused = new Map<string, Message>();
    const used = new Set<string>();
    for (const definitions of seen) {
      for (const name of usedMessages(definitions)) used.add(name);
    }
    for (const { messages } of seen) {
      for (const one of messages) {
        const key = qnameKey(one.name);
        if (!used.has(key)) unused.set(key, one);
      }
    }
    return byNamespace([...unused.values()], 'message');
  },
};

function usedMessages(definitions: Definitions): readonly string[] {
  const names: string[] = [];
  for (const { operations } of definitions.portTypes) {
    for (const { input, output, faults } of operations) {
      for (const one of [input, output, ...faults]) {
        if (one !== undefined) names.push(qnameKey(one.message.name));
      }
    }
  }
  for (const { operations } of definitions.bindings) {
    for (const { input, output } of operations) {
      for (const header of [...(input?.headers ?? []), ...(output?.headers ?? [])]) {
        names.push(qnameKey(header.message.name));
        for (const fault of header.faults) names.push(qnameKey(fault.message.name));
      }
    }
  }
  return names;
}

/** ASMX6003. */
const unusedTypes: LintRule = {
  code: 'ASMX6003',
  level: 'hint',
  explanation:
    'A type that no operation can send is not generated. ' +
    'Remove it, or use it in an operation.',
  example: schoolContract(['Ping: {}'], ['Student: { fields: { id: int } }']),
  find(model, { shaper }) {
    const used = shaper.used.types;
    const unused = model.types.flatMap((type) =>
      type.name === undefined || type.span === undefined || used.has(type)
        ? []
        : [{ name: type.name, span: type.span }],
    );
    return byNamespace(unused, 'type');
  },
};

type Named = Pick<Message, 'name' | 'span'>;

/** One finding for each namespace, because large schemas may have hundreds of unused types. */
function byNamespace(unused: readonly Named[], what: string): readonly LintFinding[] {
  const groups = grouped(unused, (one) => one.name.namespace);
  return [...groups.values()].map((group) => {
    const list = listNames(group.map((one) => one.name.localName));
    const span = group[0]?.span;
    const message =
      group.length === 1
        ? `${what} ${list} is used by no operation`
        : `${group.length} ${what}s are used by no operation: ${list}`;
    return { message, span };
  });
}

/** All rules, by code. */
export const lintRules: readonly LintRule[] = [
  caseOnly,
  unusedMessages,
  unusedTypes,
  missingBindings,
  foreignActions,
  partOrder,
  plainNames,
  missingDocumentation,
  formTwins,
  sharedActions,
  encodedMessages,
  untypedValues,
  defaultNamespace,
];

/** Reports likely problems in a valid contract. Rules that are off are not run. */
export function lintModel(
  model: ServiceModel,
  sink: DiagnosticSink,
  levels: LintLevels = {},
): void {
  const messages = contractMessages(model);
  for (const { code, level, find } of lintRules) {
    const severity = levels[code] ?? level;
    if (severity === 'off') continue;
    for (const finding of find(model, messages)) sink.report({ ...finding, code, severity });
  }
}

/** Codes of lint rules. */
type LintCode = Extract<DiagnosticCode, `ASMX6${string}`>;

/** A finding, without the rule's code and severity. */
type LintFinding = Omit<Diagnostic, 'code' | 'severity'>;

/** A rule about likely problems in valid contracts. */
export interface LintRule {
  readonly code: LintCode;
  /** Default severity. */
  readonly level: Severity | 'off';
  /** Why it matters and what to do, for the reference, in a few sentences. */
  readonly explanation: string;
  /** A contract in the YAML notation that violates the rule. */
  readonly example: string;
  /** @param messages input and output of the contract's operations */
  find(model: ServiceModel, messages: ContractMessages): readonly LintFinding[];
}
