import { ts } from 'ts-morph';
import { style } from '../style.ts';
import { applyEdits, type Edit } from './edits.ts';
import { parse } from './parse.ts';

/**
 * Joins lines that were broken only because of removed types, if they now fit: parameters,
 * arguments, lists of imported and exported names, and values below their names.
 */
export function joinLines(text: string): string {
  const file = parse('generated.js', text);
  const edits: Edit[] = [];
  const join = ({ start, end, text: joined }: Edit): void => {
    const before = start - (text.lastIndexOf('\n', start - 1) + 1);
    const newline = text.indexOf('\n', end);
    const after = (newline < 0 ? text.length : newline) - end;
    if (before + joined.length + after <= style.printWidth)
      edits.push({ start, end, text: joined });
  };
  const visit = (node: ts.Node): void => {
    const joined = joinedList(node, text) ?? joinedValue(node, text);
    if (joined !== undefined) join(joined);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return applyEdits(text, edits);
}

function joinedList(node: ts.Node, text: string): Edit | undefined {
  if (ts.isNamedImports(node) || ts.isNamedExports(node)) {
    const names = oneLine(node.elements, node.getText().slice(1, -1));
    if (names === undefined) return undefined;
    return { start: node.getStart(), end: node.end, text: `{ ${names} }` };
  }
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
  const list = isCall ? node.arguments : ts.isFunctionLike(node) ? node.parameters : undefined;
  if (list === undefined || list.length === 0) return undefined;
  if (isCall && list.some(ts.isFunctionLike)) return undefined;
  const end = text.indexOf(')', list.end);
  const joined = oneLine(list, text.slice(list.pos, end));
  return joined === undefined ? undefined : { start: list.pos, end, text: joined };
}

/** A single-line value below its name, or below the arrow of its function. */
function joinedValue(node: ts.Node, text: string): Edit | undefined {
  const value = ts.isVariableDeclaration(node)
    ? node.initializer
    : ts.isArrowFunction(node)
      ? node.body
      : undefined;
  if (value === undefined) return undefined;
  const start = value.getStart();
  const isBelow = /^\s*\n\s*$/.test(text.slice(value.pos, start));
  if (!isBelow || value.getText().includes('\n')) return undefined;
  return { start: value.pos, end: start, text: ' ' };
}

/** A list on several lines that can be on one: without comments and items of several lines. */
function oneLine(items: ts.NodeArray<ts.Node>, text: string): string | undefined {
  if (!text.includes('\n') || /\/[/*]/.test(text)) return undefined;
  const texts = [...items].map((one) => one.getText());
  return texts.some((one) => one.includes('\n')) ? undefined : texts.join(', ');
}
