import type { WebAccess } from '../web/access.ts';
import type { McpCommandOptions } from './options.ts';
import type { HeaderParameter } from './soap-headers.ts';

/**
 * What no text may show: values of variables, and passwords, whether of options or of the address.
 */
export function secretsOf(
  { headers, typedHeaders, user }: WebAccess,
  soapHeaders: readonly HeaderParameter[],
  url: McpCommandOptions['url'],
): readonly string[] {
  const { username = '', password = '' } =
    url !== undefined && URL.canParse(url) ? new URL(url) : {};
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typedHeaders[name] === value ? [] : [value],
  );
  const signIns = [
    ...(user === undefined ? [] : [user]),
    ...(password === '' ? [] : [{ username, password }]),
    ...(password === '' ? [] : [{ username, password: decodeURIComponent(password) }]),
  ];
  const plain = [
    ...named,
    // the credentials of `Bearer …`
    ...named.flatMap((value) => /^\S+\s+(\S+)$/.exec(value)?.[1] ?? []),
    ...signIns.flatMap((one) => [one.password, basicText(one)]),
    ...soapHeaders.flatMap(({ isSecret, value }) => (isSecret ? [value] : [])),
  ];
  // requests have them as XML
  return [...new Set(plain.flatMap((one) => [one, inXml(one)]))];
}

function basicText({ username, password }: NonNullable<WebAccess['user']>): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}

/** A text in XML. It need not be one that XML can hold. */
function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
