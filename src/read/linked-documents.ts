import { createDiagnosticBag } from '../diagnostics/diagnostic.ts';
import { namespaces } from '../model/common/namespaces.ts';
import { foreignKind } from './document-kind.ts';
import { defaultReadLimits, type ReadOptions } from './host.ts';
import { hashOf } from './import-lock.ts';
import { mappedTo } from './import-map.ts';
import { isRemote, resolveLocation } from './resolve-location.ts';
import { decodeText } from './text/decode-text.ts';
import { attributeValue, parseXmlTree, type TreeElement } from './xml-tree.ts';

/** Whether documents of a host, in lower case, may be fetched. */
export function isAllowedHost({ allowHosts }: ReadOptions, host: string): boolean {
  return allowHosts?.some((one) => one.toLowerCase() === host) === true;
}

/**
 * URLs on allowed hosts that a remote document, requested by its URL, imports or includes. None if
 * the document has changed since it was locked, is too large, or is neither WSDL nor XML Schema;
 * that is reported when it is read.
 */
export function linkedFrom(
  url: string,
  { bytes, url: base }: { readonly bytes: Uint8Array; readonly url: string },
  options: ReadOptions,
): readonly string[] {
  if (bytes.length > (options.limits?.fileBytes ?? defaultReadLimits.fileBytes)) return [];
  const locked = options.lock?.imports.get(url);
  if (locked !== undefined && locked !== hashOf(bytes)) return [];
  const { text, error } = decodeText(bytes);
  if (error !== undefined || foreignKind(bytes, text) !== undefined) return [];
  const root = parseXmlTree({ path: url, text }, createDiagnosticBag());
  return root === undefined ? [] : linksIn(root).flatMap((one) => allowedUrl(base, one, options));
}

function allowedUrl(base: string, location: string, options: ReadOptions): readonly string[] {
  const found = location === '' ? undefined : resolveLocation(base, location);
  const mapped = found && mappedTo(options, location, found);
  if (mapped !== undefined) return isRemote(mapped) ? [new URL(mapped).href] : [];
  if (found?.kind !== 'remote') return [];
  return isAllowedHost(options, new URL(found.url).host.toLowerCase()) ? [found.url] : [];
}

/** Locations in a WSDL, in the schemas inside it, or in a schema. */
function linksIn(root: TreeElement): readonly string[] {
  if (root.namespace === namespaces.xsd) return schemaLinks(root);
  return root.children.flatMap((child) => {
    if (child.namespace !== namespaces.wsdl) return [];
    if (child.local === 'import') return locationOf(child, 'location');
    return child.local === 'types' ? child.children.flatMap(schemaLinks) : [];
  });
}

function schemaLinks(schema: TreeElement): readonly string[] {
  if (schema.namespace !== namespaces.xsd || schema.local !== 'schema') return [];
  return schema.children.flatMap((child) =>
    child.namespace === namespaces.xsd && /^(import|include|redefine)$/.test(child.local)
      ? locationOf(child, 'schemaLocation')
      : [],
  );
}

function locationOf(element: TreeElement, attribute: string): readonly string[] {
  return [attributeValue(element, attribute)?.trim() ?? ''];
}
