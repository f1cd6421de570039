import type { LinkedService, ServiceModel } from '../../model/wsdl/service-model.ts';
import { distinctOperations } from '../../model/wsdl/service-operations.ts';
import { contractMessages } from '../../plan/messages/contract-messages.ts';
import { typesOf } from '../../plan/messages/shown-types.ts';
import { link, plain, table } from './markdown-text.ts';
import { servicePage } from './service-page.ts';
import { typesPage } from './types-page.ts';

/** The page with the types. */
export const typesFile = 'types.md';

/**
 * The contract as pages for a repository: one with the services, one for each service, and one with
 * the types.
 *
 * @returns texts by path
 */
export function writeMarkdown(model: ServiceModel): ReadonlyMap<string, string> {
  const messages = contractMessages(model);
  const types = typesOf(model, messages.shaper);
  const pages = new Map<LinkedService, string>();
  const taken = new Set(['readme.md', typesFile]);
  for (const service of model.services) {
    const stem = service.name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
    let file = `${stem}.md`;
    for (let count = 2; taken.has(file.toLowerCase()); count += 1) file = `${stem}-${count}.md`;
    taken.add(file.toLowerCase());
    pages.set(service, file);
  }
  const files = new Map([['README.md', overview(model, pages, types.length > 0)]]);
  for (const [service, file] of pages) files.set(file, servicePage(model, service, messages));
  if (types.length > 0) files.set(typesFile, typesPage(types, messages.shaper));
  return files;
}

function overview(
  { name, baseUrl, services }: ServiceModel,
  pages: ReadonlyMap<LinkedService, string>,
  hasTypes: boolean,
): string {
  const rows = services.map((service) => {
    const count = distinctOperations(service).length;
    const words = plain(service.documentation ?? '');
    return [link(service.name, pages.get(service) ?? ''), String(count), words];
  });
  const lines = [
    `# ${plain(name)}`,
    '',
    ...(baseUrl === undefined ? [] : [`Address: <${encodeURI(baseUrl)}>`, '']),
    ...table(['Service', 'Operations', 'Description'], rows),
    ...(hasTypes ? [`The types are in ${link('Types', typesFile)}.`, ''] : []),
  ];
  return lines.join('\n');
}
