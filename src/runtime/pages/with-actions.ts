import type { DocumentRequest } from '../server/documentation.ts';
import { encodeMarkup } from './html.ts';

/** Actions of the operations that are served with WS-Addressing, by name. */
type Actions = NonNullable<DocumentRequest['actions']>;

/** Namespace of `wsam:Action` (WS-Addressing 1.0 Metadata, section 4.4.1). */
const metadata = 'http://www.w3.org/2007/05/addressing/metadata';

/**
 * A WSDL with `wsam:Action` on each input, output and fault that has none, by which WCF finds the
 * types of faults.
 */
export function withActions(wsdl: string, actions: Actions): string {
  if (actions.size === 0) return wsdl;
  const http = new Set<string>();
  for (const [, , head = '', body = ''] of wsdl.matchAll(elements('binding'))) {
    if (/<[\w.-]+:binding\s[^>]*\bverb\s*=/.test(body)) http.add(valueIn(head, 'type') ?? '');
  }
  return wsdl.replace(elements('portType'), (portType: string, _prefix, head: string) =>
    http.has(valueIn(head, 'name') ?? '')
      ? portType
      : portType.replace(elements('operation'), (operation: string, _inner, start: string) =>
          operationWith(operation, valueIn(start, 'name') ?? '', actions),
        ),
  );
}

function operationWith(text: string, name: string, actions: Actions): string {
  const input = /<(?:[\w.-]+:)?input\b([^>]*)>/.exec(text)?.[1] ?? '';
  // overloads have names of their own
  const found = actions.get(valueIn(input, 'name') ?? name) ?? actions.get(name);
  if (found === undefined) return text;
  return text.replace(
    /<((?:[\w.-]+:)?(input|output|fault)\b(?:[^>/]|\/(?!>))*?)(\s*\/?>)/g,
    (whole: string, tag: string, kind: 'input' | 'output' | 'fault', end: string) => {
      if (/:Action\s*=/.test(tag)) return whole;
      const action = kind === 'fault' ? found.fault(valueIn(tag, 'name') ?? '') : found[kind];
      return `<${tag} xmlns:wsam="${metadata}" wsam:Action="${encodeMarkup(action)}"${end}`;
    },
  );
}

/** Elements with content, by local name: their prefix, attributes and content. */
function elements(name: string): RegExp {
  return new RegExp(`<((?:[\\w.-]+:)?)${name}\\b([^>]*)>([\\s\\S]*?)</\\1${name}>`, 'g');
}

/** The local name in an attribute. */
function valueIn(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["'](?:[^"':]*:)?([^"']*)["']`).exec(attributes)?.[1];
}
