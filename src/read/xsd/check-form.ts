import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import { isNcName } from '../ncname.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { attributeOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import { checkChildren } from './check-children.ts';
import { positionOf, warnOfAttributes } from './known-attributes.ts';
import { warnOfProperty } from './read-annotation.ts';

/**
 * Warns of parts of a schema document that have no meaning (XML Schema part 1, schema for schemas):
 * unknown attributes, misplaced elements and text, surplus elements, and invalid or duplicate
 * identifiers.
 */
export function checkForm(root: TreeElement, log: SyntaxLog): void {
  const ids = new Map<string, Span>();
  const open: { readonly element: TreeElement; readonly parent: TreeElement | undefined }[] = [
    { element: root, parent: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, parent } = next;
    const { local, children } = element;
    // their content is for other programs and for people
    if (local === 'appinfo' || local === 'documentation') continue;
    const position = positionOf(element, parent);
    warnOfAttributes(element, position, log);
    checkId(element, ids, log);
    warnOfText(element, log);
    checkChildren(element, parent, position, log);
    if (local === 'annotation') warnOfProperty(element, parent, log);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index] as TreeElement;
      if (child.namespace === namespaces.xsd) open.push({ element: child, parent: element });
    }
  }
}

function checkId(element: TreeElement, ids: Map<string, Span>, log: SyntaxLog): void {
  const attribute = attributeOf(element, 'id');
  if (attribute === undefined) return;
  const id = attribute.value.trim();
  const span = valueSpan(element, attribute);
  const first = ids.get(id);
  if (!isNcName(id)) {
    log.warn({
      code: 'ASMX3014',
      message: `The id '${id}' is not an NCName`,
      span,
      help: 'It starts with a letter or underscore and has no space, colon or other punctuation',
    });
  } else if (first === undefined) {
    ids.set(id, span);
  } else {
    log.warn({
      code: 'ASMX3014',
      message: `The id '${id}' is given twice in one document`,
      span,
      help: 'Change or remove one of the two',
      related: [{ message: 'first given here', span: first }],
    });
  }
}

/** Length of stray text in warnings. */
const shown = 40;

function warnOfText({ textAt, file, local }: TreeElement, log: SyntaxLog): void {
  if (textAt < 0) return;
  const end = file.text.startsWith('<![', textAt)
    ? file.text.indexOf(']]>', textAt) + 3
    : file.text.indexOf('<', textAt);
  const text = file.text.slice(textAt, Math.min(end, textAt + shown)).trimEnd();
  log.warn({
    code: 'ASMX1025',
    message: `Text is in element '${local}' of XML Schema, which holds elements only`,
    span: { file, start: textAt, end: textAt + text.length },
    help: "Remove it, or put it into 'xs:annotation' with 'xs:documentation'",
  });
}
