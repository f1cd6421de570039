import type { JsonValue } from '../operation/descriptor.ts';
import { platform } from '../platform/globals.ts';
import { isRecord, type StandardIssue } from '../schema/validate.ts';
import { likeliest, WholeSchema } from './cut.ts';
import type { JsonSchema, ListedTool, Tool, ToolResult } from './tools.ts';

/** Bytes of one tool, and of all of a server, in the JSON of `tools/list`. */
const mostOfTool = 12_000;
const mostOfAll = 60_000;

/** Levels of fields of which a large tool has no more. */
const deepest = 10;

/** Bytes that a part of a schema has at least, on average, so that no form is created in vain. */
const bytesOfPart = 16;

/** Characters of a text about an operation: in a list of tools that is cut, and in a search. */
const longText = 1_000;
const shortText = 300;

/** Characters of an answer of `describe`, without and with a depth. */
const mostDescribed = 12_000;
const mostAsked = 60_000;

/** Operations that `find` gives, and fields of each. */
const mostFound = 10;
const mostFields = 20;

/** Characters of the names of operations in the text of `find`. */
const mostNames = 1_500;

/** A call of a tool. */
export interface ToolCall {
  readonly tool: Tool;
  /** The arguments: JSON. */
  readonly input: JsonValue;
  /** The `AbortSignal` that fires if the caller does not want an answer any more. */
  readonly signal: unknown;
  /** Request headers that pass on. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a call, or why there is none. */
export type Outcome =
  | { readonly result: ToolResult; readonly failure?: undefined }
  | { readonly failure: ToolFailure; readonly result?: undefined };

/** Why a call has no result, and what can be done about it. */
export interface ToolFailure {
  readonly text: string;
  /** Name of an error that the contract declares. */
  readonly name?: string | undefined;
  /** What it says. */
  readonly data?: JsonValue | undefined;
}

/** The operations of a server, and what calls them. */
export interface ToolService {
  /** Name of the server. */
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly call: (call: ToolCall) => Promise<Outcome>;
}

/** A tool that a server offers: an operation, or one that tells of operations. */
export interface Offered {
  readonly listed: ListedTool;
  /** Length of its JSON in UTF-8. */
  readonly bytes: number;
  /** What is left out; absent if nothing is. */
  readonly leftOut?: string | undefined;
  readonly answer: (call: Omit<ToolCall, 'tool'>) => Promise<Outcome>;
}

/**
 * The tools of a server. Large ones are cut, so that one has 12,000 bytes at most, and all 60,000
 * if that is possible at all; `describe` tells what is left out. What is small stays as it is.
 *
 * @param dynamic whether `find`, `describe` and `call` stand for all operations
 */
export function offer(service: ToolService, dynamic = false): readonly Offered[] {
  return dynamic ? dynamicTools(service) : listedTools(service);
}

function listedTools({ tools, call }: ToolService): readonly Offered[] {
  const describe = freeName('describe', tools);
  const describing = describeTool(tools, describe);
  const versions = fitted(tools, describing.bytes, `ask \`${describe}\``);
  const offered = versions.map(({ tool, bytes, depth }, at): Offered => {
    const { operation: _, ...listed } = tool;
    const isCut = depth !== undefined;
    const schema = isCut ? new WholeSchema(tools[at]?.inputSchema ?? {}) : undefined;
    const lostResult = tool.outputSchema === undefined && tools[at]?.outputSchema !== undefined;
    return {
      listed,
      bytes,
      leftOut: [
        ...(isCut ? [depth === 0 ? 'fields' : `fields below level ${depth}`] : []),
        ...(lostResult ? ['the result'] : []),
      ].join(', '),
      answer: async (one) => {
        const issues = schema?.unknown(one.input) ?? [];
        if (issues.length > 0) return { failure: argumentsFailure(issues) };
        return await call({ ...one, tool });
      },
    };
  });
  return offered.every(({ leftOut }) => leftOut === '') ? offered : [...offered, describing];
}

/** A form of a tool. */
interface Version {
  readonly tool: Tool;
  readonly bytes: number;
  /** Levels of fields that are left; absent if all are. */
  readonly depth?: number;
}

/**
 * Tools in the largest forms that fit together: none has more bytes than a limit, which is the
 * largest possible. If not even the shortest fit together, each has as much as a tool may have.
 */
function fitted(tools: readonly Tool[], reserved: number, advice: string): readonly Version[] {
  const wholes = tools.map((tool): Version => ({ tool, bytes: bytesOf(tool) }));
  const sum = (all: readonly Version[]): number => all.reduce((bytes, one) => bytes + one.bytes, 0);
  if (sum(wholes) <= mostOfAll && wholes.every(({ bytes }) => bytes <= mostOfTool)) return wholes;
  const forms = wholes.map((one) => [one, ...shorterForms(one.tool, advice)]);
  const choose = (limit: number): readonly Version[] =>
    forms.map((one) => (one.find(({ bytes }) => bytes <= limit) ?? one[one.length - 1]) as Version);
  const sizes = [...new Set(forms.flat().map(({ bytes }) => bytes))];
  const limits = sizes.filter((bytes) => bytes <= mostOfTool).sort((a, b) => a - b);
  let fits = -1;
  for (let above = limits.length; above - fits > 1; ) {
    const middle = (fits + above) >> 1;
    if (sum(choose(limits[middle] ?? 0)) <= mostOfAll - reserved) fits = middle;
    else above = middle;
  }
  return choose(limits[fits] ?? mostOfTool);
}

/** A tool without the schema of its result, and then with fewer and fewer levels of fields. */
function shorterForms(tool: Tool, advice: string): readonly Version[] {
  const { outputSchema, ...rest } = tool;
  const schema = new WholeSchema(tool.inputSchema);
  const forms: Version[] = [];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const form = schema.cut(depth, mostOfTool / bytesOfPart, advice);
    // and so is each that is deeper
    if (form === undefined) break;
    const description = shortened(tool.description, depth === 0 ? shortText : longText);
    const cut = { ...rest, description, inputSchema: form.schema };
    forms.unshift({ tool: cut, bytes: bytesOf(cut), ...(form.isCut && { depth }) });
    if (!form.isCut) break;
  }
  const plain = { tool: rest, bytes: bytesOf(rest) };
  return outputSchema === undefined ? forms : [plain, ...forms];
}

/** Length of a tool in the JSON of `tools/list`, with the comma after it. */
function bytesOf({ operation: _, ...listed }: ListedTool & Partial<Tool>): number {
  return new platform.TextEncoder().encode(JSON.stringify(listed)).length + 1;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

/** A name that no tool has. */
function freeName(wish: string, tools: readonly Tool[]): string {
  const taken = new Set(tools.map(({ name }) => name));
  let name = wish;
  for (let number = 2; taken.has(name); number += 1) name = `${wish}_${number}`;
  return name;
}

const readsOnly = { readOnlyHint: true, destructiveHint: false } as const;

function offered(listed: ListedTool, answer: (input: Arguments) => Outcome): Offered {
  return {
    listed,
    bytes: bytesOf(listed),
    leftOut: '',
    answer: async ({ input }) => answer(input as Arguments),
  };
}

/** Arguments that may be anything. */
type Arguments = Readonly<Record<string, JsonValue | undefined>>;

function describeTool(tools: readonly Tool[], name: string): Offered {
  const text = (description: string): JsonSchema => ({ type: 'string', description });
  const listed: ListedTool = {
    name,
    title: 'Describe an operation',
    description:
      'Tells as JSON Schema what an operation takes, returns or fails with. Fields that the ' +
      'schema of its tool leaves out may be sent all the same.',
    annotations: readsOnly,
    inputSchema: {
      type: 'object',
      required: ['operation'],
      properties: {
        operation: text('Name of the operation'),
        part: { enum: parts, description: 'Default: input' },
        type: text('Only this type, by its name in the schema'),
        depth: { type: 'integer', minimum: 0, description: 'Levels of types. Default: what fits' },
      },
    },
  };
  return offered(listed, (input) => {
    const { operation } = input;
    const tool = toolNamed(operation, tools);
    return 'failure' in tool ? tool : described(tool, input);
  });
}

const parts = ['input', 'output', 'faults'] as const;

/** The operation that an argument names. */
function toolNamed(
  named: JsonValue | undefined,
  tools: readonly Tool[],
): Tool | { readonly failure: ToolFailure } {
  const found = tools.find(({ name, title }) => name === named || title === named);
  if (found !== undefined) return found;
  const near = likeliest(
    String(named),
    tools.map(({ name }) => name),
  );
  const message = `There is no such operation; there are ${near.slice(0, mostFound).join(', ')}.`;
  return { failure: argumentsFailure([{ path: ['operation'], message }]) };
}

/** What an operation takes, returns or fails with. */
function described(tool: Tool, { part = 'input', type, depth }: Arguments): Outcome {
  const { input, output, faults = {} } = tool.operation;
  const dialect = { target: 'draft-2020-12' };
  const all: Readonly<Record<string, readonly (readonly [string, JsonSchema])[]>> = {
    input: [['input', input['~standard'].jsonSchema.input(dialect)]],
    output: [['output', output['~standard'].jsonSchema.output(dialect)]],
    faults: Object.entries(faults).map(([name, one]) => [
      name,
      one['~standard'].jsonSchema.output(dialect),
    ]),
  };
  const wrong = (name: string, message: string): Outcome => ({
    failure: argumentsFailure([{ path: [name], message }]),
  });
  const chosen = all[String(part)];
  if (chosen === undefined) return wrong('part', `Expected one of ${parts.join(', ')}.`);
  const levels = depth ?? Number.POSITIVE_INFINITY;
  if (typeof levels !== 'number') return wrong('depth', 'Expected an integer.');
  const most = depth === undefined ? mostDescribed : mostAsked;
  const schemas = (type === undefined ? chosen : Object.values(all).flat()).map(
    ([name, json]) => [name, new WholeSchema(json)] as const,
  );
  if (type === undefined) {
    const shown = schemas.map(([name, one]) => [name, one.described(levels, most)] as const);
    const schema = Object.fromEntries(shown.map(([name, one]) => [name, one.schema]));
    return answered(tool, schema, [...new Set(shown.flatMap(([, { leftOut }]) => leftOut))]);
  }
  const types = schemas.map(([, one]) => one.type(String(type)));
  const found = types.find((one) => one !== undefined);
  if (found === undefined) {
    const near = likeliest(String(type), [...new Set(schemas.flatMap(([, { names }]) => names))]);
    const known = near.length === 0 ? 'there is none' : near.slice(0, mostFound).join(', ');
    return wrong('type', `The operation has no such type; ${known}.`);
  }
  const { schema, leftOut } = found.described(levels, most);
  return answered(tool, { [String(type)]: schema }, leftOut);
}

function answered(tool: Tool, schemas: object, leftOut: readonly string[]): Outcome {
  const answer = {
    operation: tool.name,
    description: tool.description,
    ...schemas,
    ...(leftOut.length > 0 && { leftOut, toSeeOne: 'ask again with `type`' }),
  };
  return { result: textResult(JSON.stringify(answer)) };
}

/** `find`, `describe` and `call`, and `read` if some operations do no more than that. */
function dynamicTools({ name, tools, call }: ToolService): readonly Offered[] {
  const reading = tools.filter(({ annotations }) => annotations.readOnlyHint);
  const isMixed = reading.length > 0 && reading.length < tools.length;
  const calling = (listed: Omit<ListedTool, 'inputSchema'>, some: readonly Tool[]): Offered => {
    const shown: ListedTool = { ...listed, inputSchema: callSchema };
    const schemas = new Map<Tool, WholeSchema>();
    return {
      listed: shown,
      bytes: bytesOf(shown),
      leftOut: '',
      answer: async (one) => {
        const { operation, arguments: input = {} } = one.input as Arguments;
        const tool = toolNamed(operation, some);
        if ('failure' in tool) return tool;
        if (!isRecord(input)) {
          const message = 'Expected an object with the arguments of the operation.';
          return { failure: argumentsFailure([{ path: ['arguments'], message }]) };
        }
        const schema = schemas.get(tool) ?? new WholeSchema(tool.inputSchema);
        schemas.set(tool, schema);
        const issues = schema.unknown(input);
        if (issues.length > 0) return { failure: argumentsFailure(issues) };
        const { outputSchema: _, ...plain } = tool;
        return await call({ ...one, tool: plain, input });
      },
    };
  };
  const reads = {
    name: 'read',
    title: 'Call an operation that only reads',
    description: 'Calls an operation of which `find` says that it reads.',
    annotations: readsOnly,
  };
  return [
    findTool(name, tools, isMixed),
    describeTool(tools, 'describe'),
    calling(
      {
        name: 'call',
        title: 'Call an operation',
        description: 'Calls an operation. `find` tells which there are, `describe` what they take.',
        annotations: reading.length === tools.length ? readsOnly : changes,
      },
      tools,
    ),
    ...(isMixed ? [calling(reads, reading)] : []),
  ];
}

const changes = { readOnlyHint: false, destructiveHint: true } as const;

const callSchema: JsonSchema = {
  type: 'object',
  required: ['operation'],
  properties: {
    operation: { type: 'string', description: 'Name of the operation' },
    arguments: { type: 'object', description: 'What the operation takes' },
  },
};

/** What a search looks at, in lower case. */
interface Searched {
  readonly tool: Tool;
  /** Name of the operation and its service, whole and in words. */
  readonly names: readonly string[];
  readonly fields: readonly string[];
  readonly text: string;
}

function findTool(name: string, tools: readonly Tool[], isMixed: boolean): Offered {
  const names = shortened(tools.map((tool) => tool.name).join(', '), mostNames);
  const listed: ListedTool = {
    name: 'find',
    title: 'Find operations',
    description: `Finds operations of ${name} by words. There are ${tools.length}: ${names}`,
    annotations: readsOnly,
    inputSchema: {
      type: 'object',
      properties: {
        words: {
          type: 'string',
          description: 'Words of names, fields and texts. Without them, the first operations',
        },
        most: { type: 'integer', minimum: 1, description: `Default: ${mostFound}` },
      },
    },
  };
  let searched: readonly Searched[] | undefined;
  return offered(listed, ({ words = '', most = mostFound }) => {
    searched ??= tools.map(searchedOf);
    const wanted = wordsOf(String(words).slice(0, longText));
    const found = searched
      .map((one) => ({ one, score: scoreOf(one, wanted) }))
      .filter(({ score }) => score > 0 || wanted.length === 0)
      .sort((a, b) => b.score - a.score);
    const count = typeof most === 'number' ? Math.max(1, Math.floor(most)) : mostFound;
    const answer = {
      operations: found.slice(0, count).map(({ one: { tool } }) => summaryOf(tool, isMixed)),
      ...(found.length > count && { more: found.length - count }),
      ...(found.length === 0 && { help: 'Nothing has these words: try fewer, or others.' }),
    };
    return { result: textResult(JSON.stringify(answer)) };
  });
}

function searchedOf(tool: Tool): Searched {
  const names = [tool.name.toLowerCase(), ...wordsOf(tool.title)];
  const fields = [...new WholeSchema(tool.inputSchema).fields.keys()].flatMap(wordsOf);
  return { tool, names, fields, text: tool.description.toLowerCase() };
}

/** Words of a text or name in lower case: `GetOrder` has two. */
function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function scoreOf({ names, fields, text }: Searched, wanted: readonly string[]): number {
  const scores = wanted.map((word) => {
    if (names.includes(word)) return 8;
    if (names.some((one) => one.includes(word))) return 4;
    if (text.includes(word)) return 2;
    return fields.some((one) => one.includes(word)) ? 1 : 0;
  });
  return scores.reduce<number>((sum, one) => sum + one, 0);
}

/** What a search tells of an operation. */
function summaryOf(tool: Tool, isMixed: boolean): object {
  const fields = [...new WholeSchema(tool.inputSchema).fields];
  return {
    operation: tool.name,
    description: shortened(tool.description, shortText),
    fields: fields.slice(0, mostFields).map(([name, isThere]) => (isThere ? name : `${name}?`)),
    ...(isMixed && tool.annotations.readOnlyHint && { reads: true }),
  };
}

/** A result that is a text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** What is wrong with the arguments. */
export function argumentsFailure(issues: readonly StandardIssue[]): ToolFailure {
  const lines = issues.map(({ path, message }) =>
    path.length === 0 ? `- ${message}` : `- ${path.join('.')}: ${message}`,
  );
  return { text: ['The arguments do not fit:', ...lines].join('\n') };
}
