import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** `docs/llms.txt` (llmstxt.org): the pages that docs/README.md lists, for programs that read them. */
export function llmsText(): string {
  const readme = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const lines = [
    '# asmx-gen',
    '',
    '> Typed TypeScript clients and servers for SOAP and ASMX web services, generated from a WSDL or a',
    '> short YAML contract: SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST. Generated code has no dependency.',
    '',
    '[SKILL.md](../SKILL.md) says how to use the tool and what it generates.',
    '',
    '## Start',
    '',
    '- [README](../README.md): what it is, installation, a first client and server',
    '- [Tutorial](tutorial.md): from an empty folder to a client and a server, in ten minutes',
  ];
  for (const line of readme.split('\n')) {
    const [, heading] = /^## (.+)/.exec(line) ?? [];
    if (heading !== undefined) lines.push('', `## ${heading}`, '');
    const [, link, about] = /^\| (\[.+\]\(.+\)) \| (.+) \|$/.exec(line) ?? [];
    if (link !== undefined) lines.push(`- ${link}: ${about}`);
  }
  return `${lines.join('\n')}\n`;
}
