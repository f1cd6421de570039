/** Every kind of change with its meaning. The reference page shows this table. */
export const changeKinds = {
  'contract-renamed': 'The contract has another name',
  'namespace-changed': 'Names are in another namespace',
  'service-added': 'A service is new',
  'service-removed': 'A service is gone',
  'service-renamed': 'A service has another name',
  'address-changed': 'A service is served at another path',
  'default-address-changed': 'Another host, port or scheme is named as the usual one',
  'port-added': 'A service has a further port of a kind',
  'port-removed': 'A port is gone, others of its kind remain',
  'port-renamed': 'A port has another name',
  'binding-added': 'A service or operation can be reached over a further binding',
  'binding-removed': 'A service or operation can no longer be reached over a binding',
  'policy-added': 'The policies of a service demand something more',
  'policy-allowed': 'The policies of a service allow something more, as a choice',
  'policy-required': 'What the policies of a service left open they now demand',
  'policy-optional': 'What the policies of a service demanded they now leave open',
  'policy-removed': 'The policies of a service say nothing of something any more',
  'operation-added': 'An operation is new',
  'operation-removed': 'An operation is gone',
  'operation-renamed': 'An operation is gone and a new one has the same shape',
  'one-way-changed': 'An operation became one-way, or is one-way no longer',
  'written-changed': 'What an operation writes straight to the HTTP response is of another kind',
  'action-changed': 'The SOAP action differs',
  'style-changed': 'The style changed between document and rpc',
  'use-changed': 'The use changed between literal and encoded',
  'wrapper-changed': 'The wrapper element of an rpc message differs',
  'message-element-changed': 'A message has another element',
  'message-part-changed':
    'A part of a message is described by element instead of by type, or the other way',
  'location-changed': 'The location of an operation on an HTTP binding differs',
  'encoding-changed': 'An HTTP binding carries a message in another form',
  'attachment-added': 'A message has a further MIME attachment',
  'attachment-removed': 'A MIME attachment is gone',
  'attachment-changed': 'A MIME attachment allows other media types',
  'result-added': 'An operation gives a result it did not give before',
  'result-removed': 'An operation gives no result any more',
  'header-added': 'A SOAP header is new',
  'header-removed': 'A SOAP header is gone',
  'header-required': 'A SOAP header became required',
  'header-optional': 'A SOAP header is no longer required',
  'fault-added': 'A declared fault is new',
  'fault-removed': 'A declared fault is gone',
  'fault-renamed': 'A declared fault has another name',
  'element-added': 'A document of a plain XML Schema is new',
  'element-removed': 'A document of a plain XML Schema is gone',
  'field-added': 'An element or parameter is new',
  'field-removed': 'An element or parameter is gone',
  'field-required': 'An element or parameter became required',
  'field-optional': 'An element or parameter became optional',
  'field-repeated': 'An element may now occur several times',
  'field-single': 'An element may no longer occur several times',
  'field-recased': 'A parameter changed its letter case only, where letter case does not count',
  'occurrence-changed': 'The least or greatest number of an element differs',
  'nillable-added': 'An element may now be nil',
  'nillable-removed': 'An element may no longer be nil',
  'default-changed': 'What an absent value stands for differs',
  'fixed-changed': 'The one allowed value was set, lifted or changed',
  'order-changed': 'Elements are in another order',
  'content-changed': 'The content of a type is of another form',
  'choice-added': 'A choice between elements is new',
  'choice-removed': 'A choice between elements is gone',
  'choice-branch-added': 'A choice has a further branch',
  'choice-branch-removed': 'A branch of a choice is gone',
  'wildcard-added': 'Any further elements or attributes are allowed',
  'wildcard-removed': 'Further elements or attributes are no longer allowed',
  'wildcard-changed':
    'Further elements or attributes of other namespaces are allowed, or other numbers of them',
  'attribute-became-element': 'What was an attribute is an element of the same name',
  'element-became-attribute': 'What was an element is an attribute of the same name',
  'attribute-added': 'An attribute is new',
  'attribute-removed': 'An attribute is gone',
  'attribute-required': 'An attribute became required',
  'attribute-optional': 'An attribute became optional',
  'property-renamed': 'A property has another name in generated code',
  'type-changed': 'A value is of another type',
  'type-renamed': 'A type has another name',
  'type-added': 'Types that no operation uses are new',
  'type-removed': 'Types that no operation used are gone',
  'unused-types-changed': 'Types that no operation uses moved, changed, or came and went',
  'abstract-changed': 'A type or element became abstract, or is abstract no longer',
  'derived-type-added': 'A further type may stand in for its base type',
  'derived-type-removed': 'A type may no longer stand in for its base type',
  'substitute-added': 'A further element may stand in for another',
  'substitute-removed': 'An element may no longer stand in for another',
  'enumeration-value-added': 'A further value is allowed',
  'enumeration-value-removed': 'A value is no longer allowed',
  'facet-tightened': 'A limit on values was set or became stricter',
  'facet-loosened': 'A limit on values was lifted or became less strict',
  'facet-changed': 'A limit on values differs, being neither stricter nor less strict',
  'constraint-added': 'Values of a document must be unique, or refer to others',
  'constraint-removed': 'Values of a document need not be unique, or refer to others, any more',
  'constraint-changed': 'An identity constraint is of other elements or attributes',
  'documentation-changed': 'A text for people differs',
} as const;

/** Kind of a change, stable across versions. */
export type ChangeKind = keyof typeof changeKinds;

/** Severities by code. Other codes keep their own. */
export type LintLevels = Readonly<Record<string, Severity | 'off'>>;

/**
 * A diagnostic with its configured severity; `undefined` if it is off. An error stays one, except
 * for those of lint rules.
 */
export function withLintLevel(
  diagnostic: Diagnostic,
  levels: LintLevels | undefined,
): Diagnostic | undefined {
  const severity = levels?.[diagnostic.code];
  const isFixed = diagnostic.severity === 'error' && !diagnostic.code.startsWith('ASMX6');
  if (severity === undefined || isFixed) return diagnostic;
  return severity === 'off' ? undefined : { ...diagnostic, severity };
}

/** A sink that passes diagnostics on with their configured severities. */
export function withLintLevels(
  sink: DiagnosticSink,
  levels: LintLevels | undefined,
): DiagnosticSink {
  return {
    report(diagnostic) {
      const levelled = withLintLevel(diagnostic, levels);
      if (levelled !== undefined) sink.report(levelled);
    },
  };
}

/** Severity of a diagnostic. An error stops the run before anything is written. */
export type Severity = 'error' | 'warning' | 'hint';

/** Another position that helps to understand a diagnostic. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** A message to the user about a contract or a configuration. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without a full stop, with names in single quotes. */
  readonly message: string;
  readonly span?: Span | undefined;
  /** What to do about it, as an instruction. */
  readonly help?: string | undefined;
  readonly related?: readonly RelatedPlace[] | undefined;
  /** The further places, if it is of several, which only JSON lists, as related ones. */
  readonly places?: readonly RelatedPlace[] | undefined;
  /**
   * Number of other diagnostics that follow from this one and are left out. Text reports show it
   * last.
   */
  readonly consequences?: number | undefined;
  /** Whether an operation is left out, so that it is shown in full. */
  readonly leftOut?: true | undefined;
  /** Number of all diagnostics of its code, if it is shown in place of them, on one line. */
  readonly standsFor?: number | undefined;
}

/**
 * Receives the reports of pipeline stages, which continue if they can, so that a user sees all
 * problems at once.
 */
export interface DiagnosticSink {
  report(diagnostic: Diagnostic): void;
}

/** A sink that stores reports in their order. */
export interface DiagnosticBag extends DiagnosticSink {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether one of them is an error. */
  readonly failed: boolean;
}

/** Creates an empty bag. */
export function createDiagnosticBag(): DiagnosticBag {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    get failed() {
      return diagnostics.some((one) => one.severity === 'error');
    },
    report(diagnostic) {
      diagnostics.push(diagnostic);
    },
  };
}

/**
 * Every diagnostic of the tool, with its title on the reference page. 1xxx reading a file · 2xxx
 * references · 3xxx meaning of the contract · 4xxx names in generated code · 5xxx configuration ·
 * 6xxx lint · 7xxx output folder · 8xxx comparison · 9xxx defects of the tool itself.
 */
export const diagnosticTitles = {
  ASMX1001: 'The file cannot be read',
  ASMX1002: 'The file is neither WSDL nor a YAML contract',
  ASMX1003: 'The bytes do not fit the encoding the file declares',
  ASMX1010: 'The YAML is malformed',
  ASMX1011: 'Unknown key',
  ASMX1012: 'Missing key',
  ASMX1013: 'A value of the wrong kind',
  ASMX1014: 'Malformed type expression',
  ASMX1015: 'A type in braces needs quotes',
  ASMX1020: 'The XML is not well-formed',
  ASMX1021: 'A DOCTYPE is refused',
  ASMX1022: 'Unexpected element',
  ASMX1023: 'Missing or malformed attribute',
  ASMX1024: 'A construct this tool does not support',
  ASMX1025: 'Content that an element of XML Schema cannot have',
  ASMX1030: 'An import cannot be followed',
  ASMX1031: 'A remote import is not allowed',
  ASMX1032: 'A limit on contracts is exceeded',
  ASMX1033: 'A remote import differs from the lock file',
  ASMX1034: 'An import is outside the allowed folder',
  ASMX2001: 'A name is not declared',
  ASMX2002: 'Two definitions share one name',
  ASMX2003: 'Circular references',
  ASMX3001: 'A name is not an NCName',
  ASMX3002: 'A binding and its portType disagree',
  ASMX3003: 'A schema component breaks a rule of XML Schema',
  ASMX3004: 'A message does not fit the style of its binding',
  ASMX3005: 'The contract describes nothing to generate',
  ASMX3006: 'Valid but surprising',
  ASMX3007: 'The notation cannot express a construct',
  ASMX3012: 'A default or fixed value that cannot take effect',
  ASMX3014: 'A schema has an invalid id',
  ASMX3015: 'A content model in which an element has two meanings',
  ASMX3016: 'An attribute that no type can have',
  ASMX3017: 'A policy demands what is not supported',
  ASMX4001: 'Two operations would become the same method',
  ASMX5001: 'The configuration cannot be loaded',
  ASMX5002: 'The configuration is not valid',
  ASMX5003: 'The configuration names something the contract does not have',
  ASMX5004: 'A route does not fit its operation',
  ASMX6001: 'Names differ only by letter case',
  ASMX6002: 'Unused message',
  ASMX6003: 'Unused type',
  ASMX6004: 'An operation is missing from some bindings',
  ASMX6005: 'A SOAP action differs from the default',
  ASMX6006: 'The order of parts differs between bindings',
  ASMX6007: 'A name is not plain ASCII',
  ASMX6008: 'Documentation is missing',
  ASMX6009: 'GET and POST cannot tell two parameters apart',
  ASMX6010: 'Operations share a SOAP action',
  ASMX6011: 'Messages use SOAP encoding',
  ASMX6012: 'A value without a type',
  ASMX6013: 'The namespace is the default one',
  ASMX7001: 'A generated file was edited by hand',
  ASMX7002: 'A file in the way was not generated',
  ASMX7003: 'The generated code is not up to date',
  ASMX7004: 'A generated file would have an unusable name',
  ASMX7005: 'A handler file cannot be read',
  ASMX7006: 'A handler whose operation was removed',
  ASMX7007: 'A stub cannot be added automatically',
  ASMX7008: 'A generated folder without a contract',
  ASMX7009: 'The folder contains the code of another contract',
  ASMX7010: 'An answer differs from the recorded one',
  ASMX8001: 'A change breaks callers',
  ASMX8002: 'A change breaks servers',
  ASMX8003: 'An entry of diff.ignore has no effect',
  ASMX8004: 'A change that some programs do not survive',
  ASMX8005: 'Something that a stack on the other side cannot do',
  ASMX9001: 'A template is broken',
  ASMX9002: 'The generated code is malformed',
} as const;

/** Code of a diagnostic, stable across versions. */
export type DiagnosticCode = keyof typeof diagnosticTitles;

/** Whether a handlers file is JavaScript, in which comments have the types. */
export function isScript({ path }: Pick<SourceFile, 'path'>): boolean {
  return path.endsWith('.js');
}

/** A text that the tool has read: a contract, a schema, a configuration. */
export interface SourceFile {
  /** Path for display: relative to the working directory if that is shorter, with `/`. */
  readonly path: string;
  /** Decoded text, without byte order mark. */
  readonly text: string;
}

/** A range in a source file, as offsets into its text (UTF-16 code units, end exclusive). */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** A position in a source file as in editors: both from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<SourceFile, readonly number[]>();

/** Offsets of the lines of a file, computed once for each file. */
function startsOf(file: SourceFile): readonly number[] {
  const known = lineStarts.get(file);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  lineStarts.set(file, starts);
  return starts;
}

/** Line and column of an offset. */
export function positionAt(file: SourceFile, offset: number): Position {
  const starts = startsOf(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/**
 * Text of a line without its line end; `undefined` after the last line.
 *
 * @param line number of the line, from 1
 * @param from offset in the line at which the text begins
 * @param most maximum number of code units, because a line may be as long as the file
 */
export function lineText(
  file: SourceFile,
  line: number,
  from: number = 0,
  most: number = Number.POSITIVE_INFINITY,
): string | undefined {
  const starts = startsOf(file);
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  const begin = start + from;
  let end = Math.min(begin + most, starts[line] ?? file.text.length);
  while (end > begin && (file.text[end - 1] === '\n' || file.text[end - 1] === '\r')) end -= 1;
  return file.text.slice(begin, Math.max(begin, end));
}
