import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type InterfaceText, openSources, readInterfaces } from './interfaces.ts';
import { code, fence, pageHead, table } from './markdown-text.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The view of each template and what the template writes. */
const views: readonly (readonly [template: string, view: string, makes: string])[] = [
  ['types', 'TypesView', '`types.ts`, and its parts where there are very many types'],
  ['codecs', 'CodecsView', '`codecs.ts`, and its parts'],
  ['operations', 'OperationsView', '`operations.ts`: a descriptor of each operation'],
  ['client', 'ClientView', '`client.ts`'],
  ['server', 'ServerView', '`server.ts`'],
  ['docs', 'DocsView', '`docs.ts`: WSDL texts and help pages'],
  ['wsdl', 'WsdlView', '`wsdl/<Service>.wsdl`'],
  ['index', 'IndexView', '`index.ts`'],
  ['handlers', 'HandlersFileView', 'a file of handlers, once: then it belongs to the user'],
  ['soap', 'SoapView', '`soap.ts` of the target `soap`'],
];

/** Members that mean the same in every view, and those whose names say nearly everything. */
const usual: Readonly<Record<string, string>> = {
  imports: 'Import statements, in order.',
  exports: 'Export statements, in order.',
  doc: 'JSDoc with its line end; empty where there is none.',
  head: 'Beginning of a declaration, up to its opening brace.',
  close: 'What closes it.',
  lines: 'Lines of the body.',
  members: 'Members, each complete; `doc` comes before `line`.',
  text: 'All of the file.',
  functions: 'Functions, each complete.',
  name: 'Name of the interface.',
  interfaces: 'Interfaces, in the order of the services.',
  factories: 'Functions `create…`, in the order of the services, that of the whole contract last.',
  operations: 'Descriptors, in the order of the contract.',
  routes: 'Operations with the handlers that answer them.',
  caller: 'Expression that creates the sender of calls.',
  result: 'Expression or statement that is returned.',
  fields: 'Lines that every descriptor has.',
  soap: 'Lines for SOAP; `undefined` where the operation has no such binding.',
  http: 'Lines for GET and POST; `undefined` where it has no such binding.',
  stream: 'Lines for `stream`; `undefined` where its result has no repeated element.',
};

/** `docs/reference/templates.md`, from the interfaces of the views. */
export function templatesPage(): string {
  const folders = ['src/plan/result', 'src/plan/declarations', 'src/plan/views', 'src/plan/pages'];
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const files = openSources('src/plan/plan-files.ts', ...paths.sort());
  const interfaces = readInterfaces(files);
  const there = readdirSync(join(root, 'templates')).filter((name) => name.endsWith('.hbs'));
  const missing = there.filter((name) => !views.some(([template]) => `${template}.hbs` === name));
  if (missing.length > 0) throw new Error(`say which view ${missing.join(', ')} has`);
  const sections = views.map(([template, view, makes]) =>
    [
      `## ${template}`,
      `\`${template}.hbs\` writes ${makes}.`,
      ...reached(view, interfaces).map((one, at) =>
        [at === 0 ? '' : `### ${template}: ${code(one.name)}\n\n`, memberTable(one)].join(''),
      ),
    ].join('\n\n'),
  );
  return `${pageHead('Templates and their views', 'the interfaces in src/plan')}
Each generated file comes from a [Handlebars](https://handlebarsjs.com/) template and a view: plain data in which every name, type and line is
final. A template places text and decides nothing. [Customise templates](../how-to/customise-templates.md) shows how to replace a built-in one.

Templates are compiled with \`strict\` (a field that the view does not have is an error), \`noEscape\`, \`knownHelpersOnly\` with \`each\`, \`if\` and \`unless\`,
and \`preventIndent\`. The shortest one, \`index.hbs\`:

${fence('handlebars', readFileSync(join(root, 'templates/index.hbs'), 'utf8'), 'from source')}

Partials: ${partials().map(code).join(', ')}; those of your own belong in the folder \`partials\` beside your templates.

Views are less stable than generated code: the changelog announces their changes.

## Every view

Beside what is listed below, each view has

${table(['name', 'type', ''], [['`header`', '`HeaderView`', 'For the partial `header`, which belongs at the top of every file.']])}

### ${code('HeaderView')}

${memberTable(interfaces.get('HeaderView'))}

${sections.join('\n\n')}
`;
}

function partials(): readonly string[] {
  return readdirSync(join(root, 'templates/partials')).map((name) => name.replace('.hbs', ''));
}

/** A view and the interfaces its members mention, each once, in the order they are met. */
function reached(
  name: string,
  interfaces: ReadonlyMap<string, InterfaceText>,
): readonly InterfaceText[] {
  const found: InterfaceText[] = [];
  const waiting = [name];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const one = interfaces.get(at);
    if (one === undefined || found.includes(one)) continue;
    found.push(one);
    for (const { type } of one.members) waiting.push(...(type.match(/\b[A-Z]\w+/g) ?? []));
  }
  if (found.length === 0) throw new Error(`there is no view ${name}`);
  return found;
}

function memberTable(one: InterfaceText | undefined): string {
  if (one === undefined) throw new Error('there is no HeaderView');
  return table(
    ['name', 'type', ''],
    one.members.map(({ name, type, documentation }) => {
      const words = documentation === '' ? usual[name] : documentation;
      if (words === undefined) throw new Error(`${one.name}.${name} has no JSDoc`);
      return [code(name), code(type), words];
    }),
  );
}
