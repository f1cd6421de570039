/** Markup that is safe to place in a page. Only `html` creates it. */
export interface Html {
  readonly markup: string;
}

/**
 * Content of a template: text is encoded, markup is not, lists are joined, `undefined` and `false`
 * are omitted.
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
 * The only encoder of the pages, for text and quoted attribute values of HTML and XML. Characters
 * that neither allows become U+FFFD.
 */
export function encodeMarkup(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
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

/** Template tag for markup. Encodes all content that is not markup already. */
export function html(parts: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  let markup = parts[0] ?? '';
  for (let at = 0; at < contents.length; at += 1) {
    markup += contentMarkup(contents[at]) + (parts[at + 1] ?? '');
  }
  return { markup };
}

/**
 * Declares a constant of this package as markup: style and script of the pages. Never for text of a
 * contract or request.
 */
export function trustedMarkup(markup: string): Html {
  return { markup };
}
