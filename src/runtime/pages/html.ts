/** Markup that is safe to place in a page. Made by `html` alone. */
export interface Html {
  readonly markup: string;
}

/**
 * What may be in a template: text is encoded, markup is not, lists are joined, `undefined` and
 * `false` are nothing.
 */
export type HtmlContent = string | number | Html | readonly HtmlContent[] | undefined | false;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The one encoder of the pages: for text and for quoted attribute values, of HTML and of XML.
 * Characters neither can hold become U+FFFD.
 */
export function encodeMarkup(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, '\ufffd')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
  );
}

function contentMarkup(content: HtmlContent): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'string') return encodeMarkup(content);
  if (typeof content === 'number') return `${content}`;
  if ('markup' in content) return content.markup;
  let all = '';
  for (const one of content) all += contentMarkup(one);
  return all;
}

/**
 * Template tag for markup: whatever is placed in it passes through the encoder, unless it is markup
 * already.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  let markup = parts[0] ?? '';
  for (let at = 0; at < contents.length; at += 1) {
    markup += contentMarkup(contents[at]) + (parts[at + 1] ?? '');
  }
  return { markup };
}

/**
 * Declares a constant of this package to be markup: style and script of the pages. Never for text
 * of a contract or request.
 */
export function trustedMarkup(markup: string): Html {
  return { markup };
}
