import type {
  HeaderPart,
  HttpOperation,
  MessagePart,
  ServiceOperation,
  SoapFaultMessage,
  SoapMessage,
} from '../model/services.ts';
import type { BindingKind, HttpContent } from '../model/wsdl.ts';
import { qnameKey } from '../model/xml.ts';
import type { SchemaType } from '../model/xsd/schema.ts';
import type { ContractMessages } from '../plan/messages.ts';
import type { FieldValue, MessageField } from '../plan/type-text.ts';
import { type Direction, typeTitle, verdicts } from './change.ts';
import { contentItems, namesOf } from './content.ts';
import { compareMessageElement, compareTypeUse, type ElementRole } from './declarations.ts';
import {
  bothWays,
  compareDocumentation,
  inEncoding,
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  type PairText,
  placesOf,
  reportOn,
  type Subject,
  useOf,
} from './matched-pair.ts';
import { type Matched, match, type Named, renameHelp } from './matching.ts';

/** Compares an operation over one version of SOAP, if both contracts have it. */
export function compareSoapOperation(pair: OperationPair, binding: 'soap11' | 'soap12'): void {
  const [old, now] = [pair.old[binding], pair.new[binding]];
  if (old === undefined || now === undefined) return;
  const request = messagePair(pair, binding, 'request');
  compareActions(request, pair, old.action, now.action);
  if (old.style !== now.style) {
    const message = `${pair.label} is ${now.style} instead of ${old.style} style`;
    const whole = operationPart(pair, bothWays([binding]));
    whole.report('style-changed', verdicts.different, message);
    return;
  }
  compareSoapMessage(request, old.input, now.input);
  const response = messagePair(pair, binding, 'response');
  if (old.output !== undefined && now.output !== undefined) {
    compareSoapMessage(response, old.output, now.output);
  }
  compareFaults(response, old.faults, now.faults);
}

/** Servers find the operation by its action, like ASMX. */
function compareActions(matched: MatchedPair, pair: OperationPair, old: string, now: string): void {
  if (old === now || pair.renamedNamespace(old) === now) return;
  const text = (action: string): string => (action === '' ? 'empty' : `'${action}'`);
  const message = `SOAP action of ${pair.label} is ${text(now)} instead of ${text(old)}`;
  matched.report('action-changed', verdicts.different, message, { subject: pair.label });
}

/**
 * An unknown fault is still a fault for callers. A removed one breaks callers that check for it.
 */
function compareFaults(
  matched: MatchedPair,
  old: readonly SoapFaultMessage[],
  now: readonly SoapFaultMessage[],
): void {
  const { pairs, renamed, removed, added } = faultMatches(old, now);
  const help = renameHelp(removed.map(detailOf), added.map(detailOf));
  const { label } = matched;
  const subjectOf = (fault: SoapFaultMessage): string => `${matched.subject}.${fault.name}`;
  for (const { old: before, new: after } of renamed) {
    const message = `fault '${before.name}' of ${label} is called '${after.name}' now`;
    const places = { old: before.part.span, new: after.part.span };
    const at = { subject: subjectOf(after), ...places };
    matched.report('fault-renamed', verdicts.compatible, message, at);
  }
  for (const fault of removed) {
    const message = `fault '${fault.name}' removed from ${label}`;
    const subject = subjectOf(fault);
    const at = { subject, old: fault.part.span, help: help.get(fault.name) };
    matched.report('fault-removed', verdicts.breaksCallers, message, at);
  }
  for (const fault of added) {
    const message = `fault '${fault.name}' added to ${label}`;
    const at = { subject: subjectOf(fault), new: fault.part.span };
    matched.report('fault-added', verdicts.compatible, message, at);
  }
  for (const { old: before, new: after } of [...pairs, ...renamed]) {
    const inner = matched.part({
      label: `fault '${after.name}' of ${label}`,
      subject: subjectOf(after),
      old: matched.old,
      new: matched.new,
    });
    // a fault with another detail is still a fault, as one of another name is
    const asAnother = verdicts.breaksCallers;
    comparePart(inner, before.part, after.part, { whole: true, asAnother, isFault: true });
    const places = { old: before.part.span, new: after.part.span };
    compareDocumentation({ ...inner.whole, ...places }, before, after);
  }
}

interface FaultMatches extends Matched<SoapFaultMessage> {
  readonly renamed: readonly Pair<SoapFaultMessage>[];
}

/** Pairs faults by the elements of their details, which are in messages, then by their names. */
function faultMatches(
  old: readonly SoapFaultMessage[],
  now: readonly SoapFaultMessage[],
): FaultMatches {
  const element = ({ name, part }: SoapFaultMessage): string =>
    part.element === undefined ? `fault ${name}` : qnameKey(part.element.name);
  const same = match(old, now, (fault) => `${fault.name} ${element(fault)}`);
  const byElement = match(same.removed, same.added, element);
  const byName = match(byElement.removed, byElement.added, ({ name }) => name);
  const rest = match(byName.removed, byName.added, ({ part, name }) =>
    part.element === undefined ? `fault ${name}` : part.element.name.localName,
  );
  return {
    ...rest,
    pairs: [...same.pairs, ...byName.pairs],
    renamed: [...byElement.pairs, ...rest.pairs],
  };
}

/** The name of a fault, with what its detail consists of. */
function detailOf({ name, part }: SoapFaultMessage): Named {
  const type = part.element?.type ?? part.type;
  if (type?.kind !== 'complex') return { name, type: type === undefined ? '' : typeTitle(type) };
  const fields = contentItems(type.particle).items.flatMap(namesOf);
  return { name, type: fields.join(' '), isTelling: fields.length > 0 };
}

/** Compares one direction of a SOAP operation of unchanged style. */
function compareSoapMessage(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  if (old.use !== now.use) {
    const message = `${matched.label} is ${now.use} instead of ${old.use}`;
    matched.report('use-changed', verdicts.different, message);
  } else if (now.use === 'encoded') matched.uses |= inEncoding(matched.uses);
  compareWrappers(matched, old, now);
  if (now.rpcWrapper === undefined) compareBodies(matched, old.parts, now.parts);
  else comparePartsByName(matched, old.parts, now.parts, true);
  compareHeaders(matched, old.headers, now.headers);
  compareAttachments(matched, old, now);
}

function compareWrappers(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  const before = old.rpcWrapper;
  const after = now.rpcWrapper;
  if (before === undefined || after === undefined) return;
  if (before.localName !== after.localName) {
    const names = `'${after.localName}' instead of '${before.localName}'`;
    const message = `wrapper of ${matched.label} is ${names}`;
    matched.report('wrapper-changed', verdicts.different, message);
  }
  matched.all.moved(matched, {
    old: { name: before, span: matched.old },
    new: { name: after, span: matched.new },
  });
}

/** The part by whose name toolkits know that its element wraps parameters or results. */
const wrapperPart = 'parameters';

/** document/literal: the body consists of the parts, usually one. */
function compareBodies(
  matched: MatchedPair,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
): void {
  const [before] = old;
  const [after] = now;
  if (old.length === 1 && now.length === 1 && before !== undefined && after !== undefined) {
    const isWrapper = before.name === wrapperPart && after.name === wrapperPart;
    comparePart(matched, before, after, { whole: true, isWrapper });
    return;
  }
  const nameOf = (part: MessagePart): string => part.element?.name.localName ?? part.name;
  const { pairs, removed, added } = match(old, now, nameOf);
  for (const pair of pairs) comparePart(matched, pair.old, pair.new);
  reportParts(matched, removed, added);
}

/** The qualified name of a header on the wire. */
function partKey({ element, name }: MessagePart): string {
  return element === undefined ? name : qnameKey(element.name);
}

/** The name of a header on the wire. */
function headerName({ part }: HeaderPart): string {
  return part.element?.name.localName ?? part.name;
}

function compareHeaders(
  matched: MatchedPair,
  old: readonly HeaderPart[],
  now: readonly HeaderPart[],
): void {
  const exact = match(old, now, ({ part }) => partKey(part));
  const rest = match(exact.removed, exact.added, headerName);
  const { removed, added } = rest;
  const pairs = [...exact.pairs, ...rest.pairs];
  const subjectOf = (header: HeaderPart): string => `${matched.subject}.${headerName(header)}`;
  for (const header of removed) {
    const verdict = header.required ? verdicts.removedRequired : verdicts.removedOptional;
    const message = `header '${headerName(header)}' removed from ${matched.label}`;
    const at = { subject: subjectOf(header), old: header.part.span };
    matched.report('header-removed', verdict, message, at);
  }
  for (const header of added) {
    const verdict = header.required ? verdicts.addedRequired : verdicts.addedOptional;
    const message = `header '${headerName(header)}' added to ${matched.label}`;
    const at = { subject: subjectOf(header), new: header.part.span };
    matched.report('header-added', verdict, message, at);
  }
  for (const { old: before, new: after } of pairs) {
    const name = headerName(after);
    const subject = subjectOf(after);
    if (before.required !== after.required) {
      matched.report(
        after.required ? 'header-required' : 'header-optional',
        after.required ? verdicts.narrower : verdicts.wider,
        `header '${name}' is ${after.required ? 'required' : 'optional'} now in ${matched.label}`,
        { subject, ...placesOf(before.part, after.part) },
      );
    }
    const inner = matched.part({
      label: `header '${name}' of ${matched.label}`,
      subject,
      old: matched.old,
      new: matched.new,
    });
    // one in another namespace is another header; servers pass over those they do not know
    const isRequired = before.required || after.required;
    const asAnother = isRequired ? verdicts.different : verdicts.removedOptional;
    comparePart(inner, before.part, after.part, { whole: true, asAnother });
  }
}

function compareAttachments(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  const { pairs, removed, added } = match(old.attachments, now.attachments, ({ part }) => part);
  const { label } = matched;
  const subjectOf = (part: string): string => `${matched.subject}.${part}`;
  for (const { part } of removed) {
    const message = `attachment '${part}' removed from ${label}`;
    const at = { subject: subjectOf(part) };
    matched.report('attachment-removed', verdicts.removedRequired, message, at);
  }
  for (const { part } of added) {
    const message = `attachment '${part}' added to ${label}`;
    const at = { subject: subjectOf(part) };
    matched.report('attachment-added', verdicts.addedRequired, message, at);
  }
  for (const { old: before, new: after } of pairs) {
    if (before.types.join() === after.types.join()) continue;
    const kept = before.types.every((type) => after.types.includes(type));
    const known = after.types.every((type) => before.types.includes(type));
    const verdict = kept ? verdicts.wider : known ? verdicts.narrower : verdicts.different;
    const types = `${after.types.join(' or ')} instead of ${before.types.join(' or ')}`;
    const message = `attachment '${after.part}' is ${types} in ${label}`;
    matched.report('attachment-changed', verdict, message, { subject: subjectOf(after.part) });
  }
}

/**
 * Compares an operation over GET or POST, if both contracts have it. Every parameter is required,
 * and letter case does not matter.
 */
export function compareHttpOperation(pair: OperationPair, binding: 'httpGet' | 'httpPost'): void {
  const [old, now] = [pair.old[binding], pair.new[binding]];
  if (old === undefined || now === undefined) return;
  const { label } = pair;
  const request = messagePair(pair, binding, 'request');
  if (old.location !== now.location) {
    const message = `location of ${label} is '${now.location}' instead of '${old.location}'`;
    request.report('location-changed', verdicts.different, message, { subject: label });
  }
  compareEncodings(request, old.input, now.input);
  const parameters = httpParameters(pair.new, now, pair.messages.new);
  const before = recased(request, httpParameters(pair.old, old, pair.messages.old), parameters);
  comparePartsByName(request, before, asPresent(before, parameters), false);
  const response = messagePair(pair, binding, 'response');
  if (old.result !== undefined && now.result !== undefined) {
    compareEncodings(response, old.output, now.output);
    comparePart(response, old.result, now.result, { whole: true });
  } else if (old.result !== undefined) {
    const message = `${label} gives no result any more`;
    response.report('result-removed', verdicts.removedRequired, message, { old: old.result.span });
  } else if (now.result !== undefined) {
    const message = `${label} gives a result now`;
    response.report('result-added', verdicts.addedRequired, message, { new: now.result.span });
  }
}

/**
 * The new parameters, with the optionality of the old ones unless SOAP shows a difference. WSDL
 * cannot express optional parameters of GET and POST, so a contract that does not is no change.
 */
function asPresent(
  old: readonly HttpParameter[],
  now: readonly HttpParameter[],
): readonly MessagePart[] {
  const known = new Map(old.map((part) => [part.name, part]));
  return now.map((part) => {
    const { absentOverSoap, optional } = known.get(part.name) ?? {};
    const same = absentOverSoap !== undefined && absentOverSoap === part.absentOverSoap;
    return same ? { ...part, optional } : part;
  });
}

/**
 * The old parameters under their new names if only letter case differs, which is reported as
 * harmless.
 */
function recased(
  matched: MatchedPair,
  old: readonly HttpParameter[],
  now: readonly HttpParameter[],
): readonly HttpParameter[] {
  const known = new Set(old.map(({ name }) => name));
  const fresh = new Map(
    now.filter(({ name }) => !known.has(name)).map((part) => [part.name.toLowerCase(), part]),
  );
  if (fresh.size === 0) return old;
  const kept = new Set(now.map(({ name }) => name));
  return old.map((part) => {
    const other = kept.has(part.name) ? undefined : fresh.get(part.name.toLowerCase());
    if (other === undefined) return part;
    const message = `parameter '${part.name}' in ${matched.label} is spelt '${other.name}' now`;
    const subject = `${matched.subject}.${other.name}`;
    const at = { subject, old: part.span, new: other.span };
    matched.report('field-recased', verdicts.compatible, message, at);
    return { ...part, name: other.name };
  });
}

function compareEncodings(matched: MatchedPair, old: HttpContent, now: HttpContent): void {
  const before = encodingWord(old);
  const after = encodingWord(now);
  if (before === after) return;
  const message = `${matched.label} travels as ${after} instead of ${before}`;
  matched.report('encoding-changed', verdicts.different, message);
}

function encodingWord(content: HttpContent): string {
  switch (content.kind) {
    case 'urlEncoded':
      return 'query';
    case 'urlReplacement':
      return 'path of the URL';
    case 'form':
      return 'form';
    case 'mimeXml':
      return 'XML';
    case 'mimeContent':
      return content.type ?? 'any content';
    case 'none':
      return 'nothing';
  }
}

/** The contracts of two operations. */
export interface ContractPair {
  readonly all: MatchedPairs;
  /** Whether both contracts can express what operations write to the response themselves. */
  readonly written: boolean;
  /** Input and output of the operations of each contract. */
  readonly messages: Pair<OperationMessagesOf>;
}

/** An operation of both contracts. */
export interface OperationPair extends ContractPair, Pair<ServiceOperation> {
  /** `Service.Operation`. */
  readonly label: string;
  /** Bindings of both services. The operation itself is the reason if it lacks one of these. */
  readonly common: ReadonlySet<BindingKind>;
  /** Its messages, and other compared parts. */
  readonly roots: MatchedPair[];
  /** A SOAP action, moved to the new namespace of the service. */
  renamedNamespace(action: string): string;
}

/** A pair that belongs to an operation; without text, the operation itself. */
export function operationPart(
  pair: OperationPair,
  uses: number,
  text?: Omit<PairText, keyof Pair<unknown>>,
): MatchedPair {
  const { label } = pair;
  const matched = pair.all.add({ label, ...text, ...placesOf(pair.old, pair.new) }, uses);
  pair.roots.push(matched);
  return matched;
}

/** A pair for one message of an operation. */
function messagePair(pair: OperationPair, binding: BindingKind, direction: Direction): MatchedPair {
  return operationPart(pair, useOf(direction, binding), {
    label: `the ${direction} of ${pair.label}`,
    subject: `${pair.label} ${direction}`,
    noun: direction === 'request' ? 'parameter' : 'field',
  });
}

/** A parameter of GET or POST. */
interface HttpParameter extends MessagePart {
  /** Whether it is optional over SOAP; `undefined` if SOAP does not have it. */
  readonly absentOverSoap: boolean | undefined;
}

/**
 * Parameters of GET or POST with the types they are converted to. ASMX declares all of them as
 * text; the SOAP message of the same operation has their types.
 */
function httpParameters(
  operation: ServiceOperation,
  { parameters }: HttpOperation,
  messages: OperationMessagesOf,
): readonly HttpParameter[] {
  const told = new Map<string, MessageField>();
  if (operation.soap11 !== undefined || operation.soap12 !== undefined) {
    const { input } = messages.of(operation);
    for (const field of input.fields) told.set(field.wireName ?? field.property, field);
  }
  return parameters.map((part) => {
    const over = told.get(part.name);
    const known = over && typeOfValue(over.value);
    const type = part.type === undefined ? undefined : (known ?? part.type);
    return { ...part, type, absentOverSoap: over?.optional };
  });
}

/** Compares parts by name: those of rpc messages, and parameters of GET and POST. */
function comparePartsByName(
  matched: MatchedPair,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
  ordered: boolean,
): void {
  const { pairs, removed, added } = match(old, now, (part) => part.name);
  for (const pair of pairs) comparePart(matched, pair.old, pair.new);
  if (ordered) {
    const ranks = pairs.map((pair) => old.indexOf(pair.old));
    const moved = pairs.find((_, index) => (ranks[index] ?? 0) < (ranks[index - 1] ?? -1));
    if (moved !== undefined) {
      const what = `parameters of ${matched.label} are in another order`;
      const message = `${what}: '${moved.new.name}' moved`;
      const places = placesOf(moved.old, moved.new);
      matched.report('order-changed', verdicts.different, message, places);
    }
  }
  reportParts(matched, removed, added);
}

/** Reports removed and new parts. */
function reportParts(
  matched: MatchedPair,
  removed: readonly MessagePart[],
  added: readonly MessagePart[],
): void {
  const { noun, label } = matched;
  const subjectOf = (part: MessagePart): string => `${matched.subject}.${part.name}`;
  for (const part of removed) {
    const verdict = part.optional === true ? verdicts.removedOptional : verdicts.removedRequired;
    const at = { subject: subjectOf(part), old: part.span };
    matched.report('field-removed', verdict, `${noun} '${part.name}' removed from ${label}`, at);
  }
  for (const part of added) {
    const optional = part.optional === true;
    const verdict = optional ? verdicts.addedOptional : verdicts.addedRequired;
    const what = `${optional ? 'optional' : 'required'} ${noun} '${part.name}'`;
    const at = { subject: subjectOf(part), new: part.span };
    matched.report('field-added', verdict, `${what} added to ${label}`, at);
  }
}

/** What a part is in its message. */
interface PartRole extends ElementRole {
  /** Whether the part is the message, a header or the detail of a fault. */
  readonly whole?: boolean | undefined;
}

/** Compares two parts. */
function comparePart(
  matched: MatchedPair,
  old: MessagePart,
  now: MessagePart,
  { whole = false, ...role }: PartRole = {},
): void {
  const about: Subject = {
    matched,
    subject: whole ? matched.subject : `${matched.subject}.${now.name}`,
    what: whole ? matched.label : `${matched.noun} '${now.name}' in ${matched.label}`,
    ...placesOf(old, now),
  };
  if (old.element !== undefined && now.element !== undefined) {
    compareMessageElement(matched, { old: old.element, new: now.element }, role);
  } else if (old.type !== undefined && now.type !== undefined) {
    compareTypeUse(about, old.type, now.type);
  } else {
    const words = now.element === undefined ? 'type instead of element' : 'element instead of type';
    reportOn(about, 'message-part-changed', verdicts.different, `is described by ${words}`);
  }
  const optional = now.optional === true;
  if (optional !== (old.optional === true)) {
    if (optional) reportOn(about, 'field-optional', verdicts.wider, 'is optional now');
    else reportOn(about, 'field-required', verdicts.narrower, 'is required now');
  }
  compareDocumentation(about, old, now);
}

/** Input and output of the operations of a contract. */
export type OperationMessagesOf = Pick<ContractMessages, 'of'>;

/** Short form of an operation's input and output, equal for operations that differ only in name. */
export function shapeWord(operation: ServiceOperation, messages: OperationMessagesOf): string {
  const { input, output } = messages.of(operation);
  const { name, written, oneWay } = operation;
  const fields = (list: readonly MessageField[]): string =>
    list.map((field) => fieldWord(field, nameOf(field))).join(', ');
  // the name of a result is derived from that of the operation
  const nameOf = ({ property }: MessageField): string =>
    property === `${name}Result` ? 'Result' : property;
  const result =
    output.kind === 'value'
      ? output.fields.map((field) => fieldWord(field, 'Result')).join('')
      : fields(output.fields);
  return `${fields(input.fields)} -> ${result} ${written ?? ''} ${oneWay}`;
}

function fieldWord(field: MessageField, name: string): string {
  const { value, optional, repeated, nillable } = field;
  return `${name}: ${valueWord(value)} ${optional} ${repeated} ${nillable}`;
}

function valueWord(value: FieldValue): string {
  const type = typeOfValue(value);
  if (type === undefined) return value.kind;
  return type.name === undefined ? 'anonymous' : typeTitle(type);
}

/** The schema type of a property's value; `undefined` if it has none, or may be any. */
function typeOfValue(value: FieldValue): SchemaType | undefined {
  switch (value.kind) {
    case 'simple':
    case 'object':
    case 'array':
      return value.source;
    case 'head':
      return value.head.element.type;
    default:
      return undefined;
  }
}
