import type { HandlerMember } from '../../plan/plan.ts';
import type { Compiler, Implementation } from './implementations.ts';
import { type Insertion, indentUnit, lineEndOf, lineStart, marginAt } from './text-edits.ts';

/** How stubs are written. */
export interface StubStyle {
  /** What a stub is assigned: the local name of `notImplemented`. */
  readonly stub: string;
  /** Whether statements end with semicolons. */
  readonly semicolons: boolean;
}

/** Insertions that add stubs at the end of an implementation. */
export function insertStubs(
  compiler: Compiler,
  text: string,
  { node, reference }: Pick<Implementation, 'node' | 'reference'>,
  missing: readonly HandlerMember[],
  style: StubStyle,
): readonly Insertion[] {
  const close = node.getEnd() - 1;
  const members = compiler.isObjectLiteralExpression(node) ? node.properties : node.members;
  const last = members.at(-1);
  const ownLine = text.slice(lineStart(text, close), close).trim() === '';
  const outer = marginAt(text, ownLine ? close : node.getStart());
  const start = last?.getStart();
  const begins = start !== undefined && text.slice(lineStart(text, start), start).trim() === '';
  const margin = begins ? marginAt(text, start) : outer + indentUnit(text);
  const shape: Shape = { margin, unit: margin.slice(outer.length) || '  ', end: lineEndOf(text) };
  if (!compiler.isObjectLiteralExpression(node)) {
    const stubs = missing.map((one) => fieldText(one, reference, shape, style));
    const block = stubs.map((stub) => `${shape.end}${margin}${stub}`).join('');
    if (!ownLine) return [{ at: close, text: `${block}${shape.end}${outer}` }];
    const blank = last === undefined ? '' : shape.end;
    const lines = blank + stubs.map((stub) => `${margin}${stub}${shape.end}`).join('');
    return [{ at: lineStart(text, close), text: lines }];
  }
  const stubs = missing.map((one) => memberText(one, shape, style));
  if (last !== undefined && !ownLine) {
    const before = node.properties.hasTrailingComma === true ? ' ' : ', ';
    const flat = missing.map((one) => flatText(one, style)).join(', ');
    return [{ at: node.properties.end, text: before + flat }];
  }
  const comma = last === undefined || node.properties.hasTrailingComma === true;
  const lines = stubs.map(
    (stub, index) => `${margin}${stub}${comma || index < stubs.length - 1 ? ',' : ''}`,
  );
  if (!ownLine) {
    const block = lines.map((line) => shape.end + line).join('');
    return [{ at: close, text: `${block}${shape.end}${outer}` }];
  }
  const block = lines.map((line) => line + shape.end).join('');
  const added = { at: lineStart(text, close), text: block };
  return comma || last === undefined ? [added] : [{ at: last.getEnd(), text: ',' }, added];
}

/** Where and how lines stand. */
interface Shape {
  readonly margin: string;
  readonly unit: string;
  readonly end: string;
}

/** A member over lines, without the margin of its first and the comma behind it. */
function memberText({ name, members }: HandlerMember, shape: Shape, style: StubStyle): string {
  if (members === undefined) return `${name}: ${style.stub}`;
  return `${name}: ${objectText(members, shape, style)}`;
}

function objectText(members: readonly HandlerMember[], shape: Shape, style: StubStyle): string {
  const { margin, unit, end } = shape;
  const inner = { ...shape, margin: margin + unit };
  const lines = members.map((one) => `${inner.margin}${memberText(one, inner, style)},${end}`);
  return `{${end}${lines.join('')}${margin}}`;
}

/** The same on one line. */
function flatText({ name, members }: HandlerMember, style: StubStyle): string {
  if (members === undefined) return `${name}: ${style.stub}`;
  return `${name}: { ${members.map((one) => flatText(one, style)).join(', ')} }`;
}

/** A property of a class, typed by the interface. */
function fieldText(
  { name, members }: HandlerMember,
  reference: string,
  shape: Shape,
  style: StubStyle,
): string {
  const value = members === undefined ? style.stub : objectText(members, shape, style);
  return `${name}: ${reference}['${name}'] = ${value}${style.semicolons ? ';' : ''}`;
}

/** Stubs to be pasted by hand. */
export function stubsToPaste(missing: readonly HandlerMember[]): string {
  return missing
    .map((one) => flatText(one, { stub: 'notImplemented', semicolons: true }))
    .join(', ');
}
