import type { DocumentAnswer } from '../server/documentation.ts';
import { filterHash } from './filter.ts';
import { type Html, html, trustedMarkup } from './html.ts';
import { scriptHash } from './script.ts';
import { style, styleHash } from './style.ts';

/** A step of the breadcrumb path above a page. The last one, the page itself, has no link. */
export interface Crumb {
  readonly title: string;
  readonly href?: string | undefined;
}

/** The content of a page and its frame. */
export interface Page {
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  /** Address of the discovery document, for `<link rel="alternate">`. */
  readonly discovery?: string | undefined;
  readonly content: Html;
  /** The script at its end. */
  readonly script?: string | undefined;
}

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}' 'sha256-${filterHash}'`,
  `style-src 'sha256-${styleHash}'`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A complete page with its headers. */
export function pageAnswer(page: Page): DocumentAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, max-age=0',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
    body: pageMarkup(page).markup,
  };
}

function pageMarkup({ title, crumbs, discovery, content, script }: Page): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${
  discovery !== undefined && html`<link rel="alternate" type="text/xml" href="${discovery}" />\n`
}<title>${title}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar"><nav aria-label="Path"><ol>${crumbs.map(crumbMarkup)}</ol></nav></header>
<main id="content">
${content}
</main>
${script !== undefined && html`<script>${trustedMarkup(script)}</script>\n`}</body>
</html>
`;
}

function crumbMarkup({ title, href }: Crumb): Html {
  return href === undefined
    ? html`<li><span aria-current="page">${title}</span></li>`
    : html`<li><a href="${href}">${title}</a></li>`;
}

/** A description in the contract, with its line breaks; nothing if there is none. */
export function descriptionMarkup(description: string | undefined): Html | undefined {
  return description === undefined || description === ''
    ? undefined
    : html`<p class="text">${description}</p>`;
}
