import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type InterfaceText, openSources, readInterfaces } from './interfaces.ts';
import { code, fence, pageHead, table } from './markdown-text.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The view of each template and the file that the template generates. */
const views: readonly (readonly [template: string, view: string, makes: string])[] = [
  ['types', 'TypesView', '`types.ts`, and its parts if there are very many types'],
  ['descriptions', 'DescriptionsView', '`descriptions.ts`, and its parts'],
  ['elements', 'ElementsView', '`elements.ts`, and its parts: documents of a plain XML Schema'],
  ['schemas', 'SchemasView', '`schemas.ts`, and its parts: target `schemas`'],
  ['testing', 'TestingView', '`testing.ts`: samples and mock servers, with target `schemas`'],
  ['operations', 'OperationsView', '`operations.ts`: a descriptor of each operation'],
  ['client', 'ClientView', '`client.ts`'],
  ['server', 'ServerView', '`server.ts`'],
  ['docs', 'DocsView', '`docs.ts`, and its parts: WSDL texts and help pages'],
  ['wsdl', 'WsdlView', '`wsdl/<Service>.wsdl`'],
  ['index', 'IndexView', '`index.ts`'],
  ['doors', 'DoorsFileView', '`doors.ts`: the operations with their schemas, for the next two'],
  ['gateway', 'GatewayView', '`gateway.ts`: the operations as HTTP with JSON'],
  ['mcp', 'McpView', '`mcp.ts`: the operations as tools of an MCP server'],
  ['handlers', 'HandlersFileView', 'a file of handlers, once: afterwards it is the user’s'],
  ['soap', 'SoapView', '`soap.ts` of the target `soap`'],
];

/** Members that mean the same in every view, and those with self-explanatory names. */
const usual: Readonly<Record<string, string>> = {
  imports: 'What follows `import` in each statement, in order.',
  exports: 'What follows `export` in each statement, in order.',
  doc: 'Content of a JSDoc comment, between `/**` and `*/`; empty if there is none.',
  name: 'Its name.',
  type: 'Its type.',
  text: 'The whole file.',
};

/** `docs/reference/templates.md`, from the interfaces of the views. */
export function templatesPage(): string {
  const folders = ['src/plan', 'src/print', 'src/files', 'src/pages'];
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const files = openSources(...paths.sort());
  const interfaces = readInterfaces(files);
  const there = readdirSync(join(root, 'templates')).filter((name) => name.endsWith('.hbs'));
  const missing = there.filter((name) => !views.some(([template]) => `${template}.hbs` === name));
  if (missing.length > 0) throw new Error(`say which view ${missing.join(', ')} has`);
  const shown = new Set<InterfaceText>();
  const sections = views.map(([template, view, makes]) => {
    const fresh = reached(view, interfaces).filter((one) => !shown.has(one));
    for (const one of fresh) shown.add(one);
    const tables = fresh.map((one, at) => {
      const heading = at === 0 ? '' : `### ${template}: ${code(one.name)}\n\n`;
      return heading + memberTable(one);
    });
    return [`## ${template}`, `\`${template}.hbs\` generates ${makes}.`, ...tables].join('\n\n');
  });
  return `${pageHead('Templates and their views', 'the interfaces in src/plan, src/print, src/files and src/pages')}
Each generated file is a [Handlebars](https://handlebarsjs.com/) template and a view. The template shows the file: its
sections in order, and each declaration with its keywords and brackets. The view is plain data, in which every name, type and line is final.
[Customise templates](../how-to/customise-templates.md) shows how to replace a built-in one by your own.

The template \`descriptions.hbs\`:

${fence('handlebars', readFileSync(join(root, 'templates/descriptions.hbs'), 'utf8'), 'from source')}

Text that may need several lines (types, parameters, bodies, objects) is already laid out at 100 columns, as prettier does it. A value that may
go to the line after its \`=\` or \`:\` begins with a space or a line break, so the template has no space before it.

In the view, all text of the contract is escaped for its context. Templates are therefore compiled with \`noEscape\`: \`{{name}}\` and triple braces are
the same. They are also compiled with \`strict\` (a field that the view does not have is an error), \`knownHelpersOnly\` with \`each\`, \`if\` and
\`unless\`, and \`preventIndent\`.

Partials: ${partials().map(code).join(', ')}; put your own into the folder \`partials\` beside your templates.

Views are not yet as stable as generated code: their changes are announced in the changelog. A type that several views mention is described
where it first occurs.

## Every view

In addition to the members listed below, each view has

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
