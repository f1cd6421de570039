import type { DataNode } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import { namespaceFit } from '../../model/common/namespace-fit.ts';
import { namespaces } from '../../model/common/namespaces.ts';

const reserved: ReadonlySet<string> = new Set(Object.values(namespaces));

/**
 * Reports a namespace that is no URI, or belongs to a standard. One without a scheme, as some
 * services have, only causes a warning.
 */
export function checkNamespace(
  reader: DataReader<Span>,
  namespace: string | undefined,
  node: DataNode | undefined,
): void {
  if (namespace === undefined || node === undefined) return;
  const message = `namespace '${namespace}' is not an absolute URI`;
  const fit = namespaceFit(namespace);
  if (fit !== 'absolute') {
    const isHost = /^[\w.-]+\.[\w.-]+(\/\S*)?$/.test(namespace);
    const better = isHost ? `http://${namespace}` : 'http://tempuri.org/';
    if (fit === 'none') {
      reader.complain(node.place, 'ASMX1013', message, { help: `for example ${better}` });
    } else {
      reader.complain(node.place, 'ASMX3006', message, {
        severity: 'warning',
        help: `a new service should have one such as ${better}; an old one keeps its own`,
      });
    }
  } else if (reserved.has(namespace)) {
    reader.complain(node.place, 'ASMX1013', `namespace '${namespace}' belongs to a standard`, {
      help: 'choose a namespace of your own',
    });
  }
}

/**
 * Reports a base URL that is not http or https, or has more than scheme, host, port and a prefix.
 */
export function checkBaseUrl(
  reader: DataReader<Span>,
  url: string | undefined,
  node: DataNode | undefined,
): void {
  if (url === undefined || node === undefined) return;
  let help: string | undefined = 'for example http://localhost:8080';
  if (URL.canParse(url)) {
    const { protocol, search, hash, username } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') help = 'begin it with http:// or https://';
    else if (search !== '' || hash !== '' || /[?#]/.test(url))
      help = "leave out what follows '?' or '#'";
    else if (username !== '') help = 'leave out user name and password';
    else return;
  }
  reader.complain(node.place, 'ASMX1013', `baseUrl '${url}' is not the address of a server`, {
    help,
  });
}

/** Reports a path that does not begin with `/`, has `..`, or characters that a path cannot have. */
export function checkPath(
  reader: DataReader<Span>,
  path: string | undefined,
  node: DataNode | undefined,
): void {
  if (path === undefined || node === undefined) return;
  let help: string | undefined;
  if (/^https?:/i.test(path)) help = "write the path alone, and the server as 'baseUrl'";
  else if (!path.startsWith('/')) help = `write ${encodePath(`/${path}`)}`;
  else if (/[?#]/.test(path)) help = "leave out what follows '?' or '#'";
  else if (/^\/\/|\/\.{1,2}(\/|$)/.test(path)) help = "write it without '//', '.' and '..'";
  else if (!/^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$/.test(path))
    help = `write ${encodePath(path)}`;
  else if (path === '/') help = 'for example /Service.asmx';
  else return;
  reader.complain(node.place, 'ASMX1013', `'${path}' cannot be the path of a service`, { help });
}

/** Percent-encodes characters that a path cannot have. Existing escapes stay. */
export function encodePath(path: string): string {
  return encodeURI(path.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%25(?=[0-9A-Fa-f]{2})/g,
    '%',
  );
}

/** The common key of two paths that servers cannot distinguish. */
export function pathKey(path: string): string {
  return path.toLowerCase();
}
