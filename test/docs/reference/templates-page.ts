import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { templateNames } from '../../../src/render/templates.ts';
import { type InterfaceText, openSources, readInterfaces } from './interfaces.ts';
import { code, fence, pageHead, table } from './markdown-text.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The kinds of files: a template of the same name prints one of them alone. */
const kinds: readonly (readonly [name: string, makes: string])[] = [
  ['types', '`types.ts`, and its parts if there are very many types'],
  ['descriptions', '`descriptions.ts`, and its parts'],
  ['elements', '`elements.ts`, and its parts: documents of a plain XML Schema'],
  ['schemas', '`schemas.ts`, and its parts: target `schemas`'],
  ['testing', '`testing.ts`: samples and mock servers, with target `schemas`'],
  ['operations', '`operations.ts`, and its parts: a descriptor of each operation'],
  ['client', '`client.ts`'],
  ['security', '`security.ts`: what policies ask of clients'],
  ['server', '`server.ts`'],
  ['docs', '`docs.ts`, and its parts: WSDL texts and help pages'],
  ['wsdl', '`wsdl/<Service>.wsdl`; its view has only `text`, the whole file'],
  ['index', '`index.ts`'],
  ['doors', '`doors.ts`: the operations with their schemas, for the next two'],
  ['gateway', '`gateway.ts`: the operations as HTTP with JSON'],
  ['mcp', '`mcp.ts`: the operations as tools of an MCP server'],
  ['handlers', 'a file of handlers, once: afterwards it is the user’s. Its view has no header'],
  ['soap', '`soap.ts` of the target `soap`'],
];

/** Members that mean the same in every view. */
const usual: Readonly<Record<string, string>> = {
  doc: 'Content of a JSDoc comment, between `/**` and `*/`.',
  exported: 'Whether it is exported.',
  name: 'Its name.',
};

/** `docs/reference/templates.md`, from the interfaces of the view. */
export function templatesPage(): string {
  const paths = ['src/files/folder.ts', 'src/print/declaration.ts', 'src/print/encode.ts'];
  const interfaces = readInterfaces(openSources(...paths));
  const missing = templateNames.filter((name) => !kinds.some(([kind]) => kind === name));
  if (missing.length > 0) throw new Error(`say what ${missing.join(', ')} generates`);
  const tables = reached('FileView', interfaces).map(
    (one) => `### ${code(one.name)}\n\n${memberTable(one)}`,
  );
  const [partial, file] = ['partials/constant', 'file'].map((name) =>
    fence('handlebars', readFileSync(join(root, `templates/${name}.hbs`), 'utf8'), 'from source'),
  );
  return `${pageHead('Templates and their views', 'the interfaces in src/print/declaration.ts')}
One [Handlebars](https://handlebarsjs.com/) template prints every generated file, \`file.hbs\`:

${file}

Each partial prints what has its name. So \`partials/constant.hbs\` decides what all constants look like:

${partial}

The view is plain data, in which every name, type and line is final. [Customise templates](../how-to/customise-templates.md) shows how to replace a
template or partial by your own.

Text that may need several lines (types, parameters, members, values) is already laid out at 100 columns, as prettier does it. A value that may
go to the line after its \`=\` begins with a space or a line break, so the template has no space before it.

In the view, all text of the contract is escaped for its context. Templates are therefore compiled with \`noEscape\`: \`{{name}}\` and triple braces are
the same. They are also compiled with \`strict\` (a field that the view does not have is an error), \`knownHelpersOnly\` with \`each\`, \`if\` and
\`unless\`, and \`preventIndent\`.

Partials: ${partials().map(code).join(', ')}; put your own into the folder \`partials\` beside your templates.

Views are not yet as stable as generated code: their changes are announced in the changelog.

## One kind of file

A template of yours with one of these names replaces \`file.hbs\` for that kind of file:

${table(
  ['name', 'generates'],
  kinds.map(([name, makes]) => [code(`${name}.hbs`), makes]),
)}

## The view

${tables.join('\n\n')}

### ${code('HeaderView')}

${memberTable(interfaces.get('HeaderView'))}
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
