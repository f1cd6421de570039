import { namespaces } from '../../model/common/namespaces.ts';
import { type Annotation, jaxbNamespaces } from '../../model/xsd/annotation.ts';
import { documentationTextOf } from '../documentation-text.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { attributeOf, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';

const none: Annotation = { documentation: undefined, property: undefined, contentTypes: undefined };

/** The annotations of a declaration, read as one. Their defects go to the log. */
export function readAnnotation(element: TreeElement, log: SyntaxLog): Annotation {
  let documentation: TreeElement[] | undefined;
  let property: string | undefined;
  let found = false;
  for (const child of element.children) {
    if (child.local !== 'annotation' || child.namespace !== namespaces.xsd) continue;
    for (const one of child.children) {
      if (one.local === 'appinfo') property ??= readProperty(one, log);
      if (one.local !== 'documentation') continue;
      documentation ??= [];
      documentation.push(one);
    }
    found = true;
  }
  const contentTypes = expectedContentTypes(element);
  if (!found && contentTypes === undefined) return none;
  const text = documentation && documentationTextOf(documentation);
  return { documentation: text, property, contentTypes };
}

/** Namespaces of the note on media types of binary data, and of its drafts. */
const mimeNamespace = /^http:\/\/www\.w3\.org\/200\d\/\d\d\/xmlmime$/;

/** The media types that an element or type expects; `undefined` if they say nothing. */
function expectedContentTypes({ attributes }: TreeElement): string | undefined {
  for (const { local, namespace, value } of attributes) {
    if (local !== 'expectedContentTypes' || !mimeNamespace.test(namespace)) continue;
    const types = value.trim().replace(/\s+/g, ' ');
    return types === '' || types.length > longestName ? undefined : types;
  }
  return undefined;
}

/** A valid property name: an identifier without `$`, which marks our own. */
const usableName = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;
const longestName = 250;

/** Elements of XML Schema whose property `jaxb:property` can name. */
const declarations: readonly string[] = ['element', 'attribute'];

/**
 * Warns of `jaxb:property` in the annotation of something that is not a property, such as a type.
 */
export function warnOfProperty(
  annotation: TreeElement,
  parent: TreeElement | undefined,
  log: SyntaxLog,
): void {
  if (parent === undefined || declarations.includes(parent.local)) return;
  for (const child of annotation.children) {
    if (child.local !== 'appinfo' || child.namespace !== namespaces.xsd) continue;
    for (const property of child.children.filter(isProperty)) {
      log.warn({
        code: 'ASMX3006',
        message: `'jaxb:property' has no effect in '${parent.local}'`,
        span: spanOf(property),
        help: 'Put it into the element or attribute whose property it names, or remove it',
      });
    }
  }
}

/** Whether an element is `jaxb:property` (Jakarta XML Binding 3.0 section 7.8.1). */
function isProperty({ local, namespace }: TreeElement): boolean {
  return local === 'property' && jaxbNamespaces.some((one) => one === namespace);
}

/** The name given by `jaxb:property`. */
function readProperty(appinfo: TreeElement, log: SyntaxLog): string | undefined {
  for (const child of appinfo.children) {
    const attribute = isProperty(child) ? attributeOf(child, 'name') : undefined;
    if (attribute === undefined) continue;
    const name = attribute.value.trim();
    if (usableName.test(name) && name.length <= longestName && name !== '__proto__') return name;
    log.warn({
      code: 'ASMX1023',
      message: `Attribute 'name' of 'jaxb:property' cannot be '${name.slice(0, longestName)}'`,
      span: valueSpan(child, attribute),
      help: "It is left out: write letters, digits and '_', a letter first",
    });
  }
  return undefined;
}
