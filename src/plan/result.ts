import type {
  LinkedService,
  ServiceInterface,
  ServiceModel,
  ServiceOperation,
} from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import type { QName } from '../model/xml.ts';
import type { Expression, NameUse, TypeNode } from '../print/node.ts';
import type { DeclarationPlan } from './declarations.ts';
import type { AttachmentShape, OperationMessages } from './messages.ts';
import type { ShapeOptions } from './settings.ts';

/** Files that a generated folder can contain, chosen by `targets` in the configuration. */
export type Target =
  | 'types'
  | 'client'
  | 'server'
  | 'wsdl'
  | 'docs'
  | 'handlers'
  | 'soap'
  | 'schemas'
  | 'gateway'
  | 'mcp';

/**
 * Where generated code gets the runtime: `vendor` copies it into the folder, `package` imports
 * `asmx-gen-runtime`, `shared` names a folder that several contracts import.
 */
export type RuntimeChoice = 'vendor' | 'package' | { readonly shared: string };

/** The configuration of the generated code. */
export interface PlanOptions extends ShapeOptions, ScriptOptions {
  readonly targets: readonly Target[];
  /** A shared folder is a path relative to the output folder, as in imports: `../runtime`. */
  readonly runtime: RuntimeChoice;
  /** Path of the contract in headers of files: relative to the output folder, with `/`. */
  readonly contractPath: string;
  /** Extension in relative imports of generated files. */
  readonly importExtension: 'js' | 'ts' | 'none';
  /** `ts` (default), or `js`: JavaScript with declarations instead of TypeScript. */
  readonly emit?: 'ts' | 'js' | undefined;
  /** Adds a `package.json` that makes Node treat the scripts of the folder as modules. */
  readonly modulePackage?: true | undefined;
  /** Extra text for the header comment of every file, such as a licence line. */
  readonly header?: string | undefined;
  /** Replaces the base URL of the contract as the client's default. */
  readonly baseUrl?: string | undefined;
  /**
   * The WSDL that servers publish. Default: the contract's own documents, or a rebuilt WSDL if it
   * has none or only some operations are chosen.
   */
  readonly publish?: 'original' | 'rebuilt' | undefined;
  /** Methods and paths of a gateway's operations, by `Service.Operation`. */
  readonly routes?: Readonly<Record<string, string>> | undefined;
  /** What agents are told of operations, by `Operation` or `Service.Operation`. */
  readonly toolTexts?: Readonly<Record<string, string>> | undefined;
  /** Path from the handlers to the output, as in imports. Default `.`. */
  readonly handlersFrom?: string | undefined;
}

/** Whether a folder has schemas: for its users, or for its gateway. */
export function hasSchemas({ targets }: Pick<PlanOptions, 'targets'>): boolean {
  return targets.includes('schemas') || hasDoors({ targets });
}

/** Whether operations are described with their schemas, for a gateway or an MCP server. */
export function hasDoors({ targets }: Pick<PlanOptions, 'targets'>): boolean {
  return targets.includes('gateway') || targets.includes('mcp');
}

/**
 * All decisions about the generated code of one contract: names, types, descriptions. Rendering
 * only inserts text.
 */
export interface ContractPlan {
  readonly model: ServiceModel;
  readonly options: PlanOptions;
  /** PascalCase contract name in `create<Name>Client`. */
  readonly name: string;
  /**
   * Scheme, host, port and prefix that a client uses by default; absent if the contract has none.
   */
  readonly baseUrl?: string | undefined;
  readonly services: readonly ServicePlan[];
  /** All operations of all services in document order. */
  readonly operations: readonly OperationPlan[];
  readonly types: readonly DeclarationPlan[];
  readonly descriptions: readonly ConstantPlan[];
  /** Documents of a plain XML Schema; empty for others. */
  readonly elements: readonly ElementPlan[];
  /** Empty without target `schemas`. */
  readonly schemas: readonly SchemaPlan[];
  readonly operationSchemas: ReadonlyMap<OperationPlan, OperationSchemas>;
  /** Operations that scripts may call. Empty without target `server`. */
  readonly scripts: ReadonlyMap<OperationPlan, ScriptPlan>;
  readonly runtimeNames: RuntimeNames;
  /** Whether messages contain a DataSet or DataTable of .NET. */
  readonly hasDataSets: boolean;
}

/** One service from the view of callers and implementers. */
export interface ServicePlan {
  readonly service: LinkedService;
  /** PascalCase name in `create<Name>Client`. */
  readonly name: string;
  /** Property of the contract's client: the name with its first letter in lower case. */
  readonly property: string;
  /** Operations of the first entry are on the client itself, those of the others in sub-objects. */
  readonly interfaces: readonly InterfacePlan[];
}

export interface InterfacePlan {
  readonly interface: ServiceInterface;
  /**
   * Name of the sub-object and PascalCase name of its interface. The main one uses the service's
   * names.
   */
  readonly property: string;
  readonly name: string;
  readonly operations: readonly OperationPlan[];
}

/** One operation in TypeScript. */
export interface OperationPlan {
  readonly service: LinkedService;
  readonly operation: ServiceOperation;
  /** Its name in the names of functions and constants. */
  readonly base: string;
  /** Exported constant with its descriptor, unique in the contract: `AuthCode`. */
  readonly descriptor: string;
  /** Method on client and server, unique in its interface. */
  readonly method: string;
  /** Type of the input; `undefined` for an operation without parameters. */
  readonly inputType: string | undefined;
  /** Type of the result: `void`, `string | undefined`, or a declared type. */
  readonly outputType: string;
  /** The same types as they are read: with all that may be left out of what is written. */
  readonly inputRead: TypeNode | undefined;
  readonly outputRead: TypeNode;
  /** Names exported by `types.ts` that `inputType`, or `outputType`, mentions. */
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** In the order of the service's ports, SOAP 1.1 first if present. */
  readonly bindings: readonly BindingKind[];
  /** Its functions; absent if the operation has no such binding or message. */
  readonly functions: OperationFunctions;
  /** Expanded name of the first body element of a request, for routing by element. */
  readonly requestElement?: { readonly namespace: string; readonly local: string } | undefined;
  readonly encoded: boolean;
  /** Its input and output, from which all of this is derived. */
  readonly messages: OperationMessages;
  /** Message parts sent beside the envelope. */
  readonly inputAttachments: readonly AttachmentPlan[];
  readonly outputAttachments: readonly AttachmentPlan[];
  /**
   * Which messages over SOAP have bytes that can be sent in parts of their own (MTOM): those
   * without attachments.
   */
  readonly mtom: { readonly request: boolean; readonly response: boolean };
  /** Which messages have members that are streams of bytes. */
  readonly byteStreams: { readonly request: boolean; readonly response: boolean };
  /** Bindings whose ports are not at the path of the service, and their paths. */
  readonly paths: readonly (readonly [BindingKind, string])[];
  readonly faults: readonly PayloadPlan[];
  readonly inputHeaders: readonly PayloadPlan[];
  readonly outputHeaders: readonly PayloadPlan[];
  /** Doc comment lines of the contract, already safe for a block comment. */
  readonly documentation: readonly string[];
}

/** Functions of one operation, which call the runtime with its descriptions. */
export interface OperationFunctions {
  readonly writeRequest?: Expression | undefined;
  readonly readRequest?: Expression | undefined;
  readonly writeResponse?: Expression | undefined;
  readonly readResponse?: Expression | undefined;
  /** Returns the parts sent beside the envelope; absent if there are none. */
  readonly attachRequest?: Expression | undefined;
  readonly attachResponse?: Expression | undefined;
  readonly writeForm?: Expression | undefined;
  readonly readForm?: Expression | undefined;
  readonly writeResult?: Expression | undefined;
  readonly readResult?: Expression | undefined;
  readonly writeLocation?: Expression | undefined;
  readonly writeDocument?: Expression | undefined;
  readonly readDocument?: Expression | undefined;
  /** For `.stream()`: reads and writes one record, and names the element paths to it. */
  readonly stream?: StreamPlan | undefined;
}

/** A fault detail or a header. */
export interface PayloadPlan {
  /** Fault name or part name: the key users write. */
  readonly name: string;
  readonly type: TypeNode;
  /** The same type as it is read: with all that may be left out of what is written. */
  readonly readType: TypeNode;
  readonly element: { readonly namespace: string; readonly local: string };
  readonly required: boolean;
  /** The only version of SOAP whose binding has the header, of an operation with both. */
  readonly only: 'soap11' | 'soap12' | undefined;
  /** Whether it has SOAP encoding, and so an `xsi:type`. */
  readonly encoded: boolean;
  /** Types that its `xsi:type` may give, its own first. */
  readonly types: readonly QName[];
  readonly read: Expression;
  readonly write: Expression;
}

/** One constant of `descriptions.ts`. */
export interface ConstantPlan {
  /** Whether other files use it. */
  readonly exported: boolean;
  readonly name: string;
  /** Its type; `undefined` if it follows from the value. */
  readonly type: string | undefined;
  readonly value: Expression;
  /** One entry for each mention of a name; its own name may be included. */
  readonly names: readonly NameUse[];
  readonly namespace: string;
  /** What decides its part of a large file, if not its own name. */
  readonly subject?: string | undefined;
}

/** A file to render: the template's name and its data. */
export interface FilePlan {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly template: string;
  readonly view: object;
}

/** Input of rendering. */
export interface GenerationPlan {
  readonly contract: ContractPlan;
  /** Planned on demand, so that only one view of a large contract is in memory. */
  readonly files: Iterable<FilePlan>;
  /**
   * Files that are copied: the vendored runtime. To be read after `files`, which decide its
   * content.
   */
  readonly copies: Iterable<CopyPlan>;
  /** Files that belong to the user; empty without target `handlers`. */
  readonly handlers: readonly HandlersPlan[];
}

/** The required content of a handlers file. */
export interface ExpectedHandlers {
  /** Name of the file, in a folder of its own. */
  readonly path: string;
  /** Name of the service on the wire. */
  readonly service: string;
  /** Name of the interface to implement, and of the function that takes an implementation. */
  readonly interface: string;
  readonly factory: string;
  /** Specifier of the generated index in the file's import. */
  readonly module: string;
  readonly members: readonly HandlerMember[];
}

/** The file of handlers of one service. */
export interface HandlersPlan extends ExpectedHandlers {
  /** Initial content of the file. */
  readonly view: object;
}

/** A handler, or, with `members`, the handlers of a port that differs from the first. */
export interface HandlerMember {
  readonly name: string;
  /** Handlers of the port; absent for a single handler. */
  readonly members?: readonly HandlerMember[] | undefined;
}

export interface CopyPlan {
  readonly path: string;
  readonly text: string;
}

/** A message part beside the envelope, with its type and functions. */
export interface AttachmentPlan extends AttachmentShape {
  readonly type: TypeNode;
  /** Functions of an XML document whose element the contract declares. */
  readonly payload: PayloadPlan | undefined;
}

/** One constant of `schemas.ts`. */
export interface SchemaPlan {
  /** Name of the constant. */
  readonly name: string;
  /** Its name in JSON Schemas: a key of `components` in OpenAPI. */
  readonly component: string;
  readonly namespace: string;
  /** Lines of its comment. */
  readonly doc: readonly string[];
  /** Type of its values. */
  readonly type: string;
  /** Declarations of `types.ts` that the type mentions. */
  readonly typeNames: readonly string[];
  /** What it is a schema of: a type, a message, or something of the runtime. */
  readonly of: readonly Expression[];
}

/** Names of the schemas of an operation. */
export interface OperationSchemas {
  readonly input: string;
  readonly output: string;
  /** Those of declared faults by name, with target `gateway`. */
  readonly faults: ReadonlyMap<string, string>;
}

/** The one repeated element of a result. */
export interface StreamPlan {
  readonly recordType: TypeNode;
  /** The same type as it is read: with all that may be left out of what is written. */
  readonly readType: TypeNode;
  readonly readRecord: Expression;
  /** Absent if the result contains more than its records. */
  readonly writeRecord: Expression | undefined;
  /** From the child of `soap:Body` to the record, such as response, result, item. */
  readonly soapPath: readonly StepPlan[] | undefined;
  /** From the root of the answer over HTTP GET or POST to the record. */
  readonly httpPath: readonly StepPlan[] | undefined;
}

/** An element on the way to the records. */
export interface StepPlan {
  readonly namespace: string;
  readonly local: string;
  /** Whether it may be missing. */
  readonly optional?: boolean | undefined;
  /** Whether any name is accepted. */
  readonly anyName?: boolean | undefined;
}

/** Descriptions of the messages of an operation that scripts may call. */
export interface ScriptPlan {
  readonly input: Expression;
  /** Absent if it has no result. */
  readonly output: Expression | undefined;
  /** Whether they may call it by GET, too. */
  readonly get: boolean;
}

/** The services for scripts. */
interface ScriptOptions {
  /** Beside those of which the contract says so; `true` for all. */
  readonly scriptServices?: true | readonly string[] | undefined;
  /** Operations that they may also call by GET: `Service.Operation`. */
  readonly scriptGets?: readonly string[] | undefined;
}

const runtimeModules = [
  'runtime',
  'type',
  'schema',
  'testing',
  'gateway',
  'mcp',
  'documentation',
  'soapPackage',
] as const;

/** Entries of the runtime that generated files import. */
export type RuntimeModule = (typeof runtimeModules)[number];

/**
 * What the generated files planned so far import from the runtime. A vendored copy exports no more
 * than that.
 */
export class RuntimeNames {
  private readonly entries = new Map<RuntimeModule, Set<string>>();

  note(entry: RuntimeModule, names: Iterable<string>): void {
    const noted = this.entries.get(entry) ?? new Set();
    this.entries.set(entry, noted);
    for (const name of names) noted.add(name);
  }

  /** Names imported from an entry, in no particular order. */
  from(entry: RuntimeModule): ReadonlySet<string> {
    return this.entries.get(entry) ?? new Set();
  }

  /** All names as sorted texts: `type XmlElement`. */
  list(): readonly string[] {
    return [...this.entries]
      .flatMap(([entry, names]) => [...names].map((name) => `${entry} ${name}`))
      .sort();
  }
}

/** Reads such a list, which manifests contain. Ignores anything that is not a name of an entry. */
export function runtimeNamesOf(list: readonly string[]): RuntimeNames {
  const names = new RuntimeNames();
  for (const text of list) {
    const [entry, name] = text.split(' ');
    const module = runtimeModules.find((one) => one === entry);
    if (module !== undefined && name !== undefined) names.note(module, [name]);
  }
  return names;
}

/** The functions that read and write a global element of a plain XML Schema as a document. */
export interface ElementPlan {
  /** What follows `read` and `write` in their names, unique in the contract. */
  readonly name: string;
  readonly namespace: string;
  /** Doc comment lines of the schema, already safe for a block comment. */
  readonly documentation: readonly string[];
  /** Name of the element, and its namespace unless that is the schema's, for a comment. */
  readonly label: string;
  readonly type: TypeNode;
  /** The same type as it is read: with all that may be left out of what is written. */
  readonly readType: TypeNode;
  /** The constant that describes it. */
  readonly message: Expression;
  /** The function that prepares its reader; absent if nothing is needed. */
  readonly prepare: Expression | undefined;
}
