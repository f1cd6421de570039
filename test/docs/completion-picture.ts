import { Project, ts } from 'ts-morph';

/** What an editor offers at a place of a program. */
export interface Offer {
  readonly name: string;
  /** The type of the property, as the editor shows it. */
  readonly type: string;
}

/**
 * What TypeScript's language service offers at the end of a program.
 *
 * @param path Where the program would be; imports are looked up from there.
 */
export function offersAtEnd(path: string, program: string): readonly Offer[] {
  const project = new Project({
    compilerOptions: {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
    },
  });
  project.createSourceFile(path, program, { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  const at = program.length;
  const { entries = [] } = service.getCompletionsAtPosition(path, at, {}) ?? {};
  return entries.map(({ name }) => {
    const details = service.getCompletionEntryDetails(path, at, name, {}, undefined, {}, undefined);
    const text = ts.displayPartsToString(details?.displayParts);
    return { name, type: text.slice(text.indexOf(': ') + 2) };
  });
}

const line = 22;
const column = 8.4;
const left = 18;

/** Draws a program as an editor shows it, with what it offers below the cursor at its end. */
export function drawCompletion(program: string, offers: readonly Offer[]): string {
  const lines = program.split('\n');
  const cursor = left + (lines.at(-1)?.length ?? 0) * column;
  const top = 16 + lines.length * line;
  const widest = Math.max(...offers.map(({ name }) => name.length));
  const types = Math.max(...offers.map(({ type }) => type.length));
  const width = (widest + types + 5) * column;
  const height = offers.length * line + 8;
  const code = lines.map(
    (text, index) => `<text x="${left}" y="${16 + (index + 0.7) * line}">${coloured(text)}</text>`,
  );
  const rows = offers.map(({ name, type }, index) => {
    const y = top + 4 + (index + 0.7) * line;
    return [
      ...(index === 0
        ? [`<rect class="chosen" x="${cursor}" y="${top + 4}" width="${width}" height="${line}"/>`]
        : []),
      `<text x="${cursor + column}" y="${y}">${escaped(name)}</text>`,
      `<text class="type" x="${cursor + (widest + 3) * column}" y="${y}">${escaped(type)}</text>`,
    ].join('\n');
  });
  const whole = Math.round(Math.max(cursor + width, 640) + left);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${top + height + 16}" role="img"
  aria-label="An editor offers ${offers.map(({ name }) => name).join(', ')} with their types">
<style>
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #24292f; white-space: pre }
  .page { fill: #f6f8fa } .list { fill: #fff; stroke: #d0d7de } .chosen { fill: #ddf4ff }
  .word { fill: #cf222e } .string { fill: #0a3069 } .type { fill: #57606a } .cursor { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .page { fill: #161b22 } .list { fill: #0d1117; stroke: #30363d } .chosen { fill: #1f3a5f }
    .word { fill: #ff7b72 } .string { fill: #a5d6ff } .type { fill: #9aa4af } .cursor { fill: #58a6ff }
  }
</style>
<rect class="page" width="100%" height="100%" rx="6"/>
${code.join('\n')}
<rect class="cursor" x="${cursor}" y="${top - line + 2}" width="2" height="${line - 4}"/>
<rect class="list" x="${cursor}" y="${top}" width="${width}" height="${height}" rx="4"/>
${rows.join('\n')}
</svg>
`;
}

/** A line of code with its keywords and strings marked. */
function coloured(text: string): string {
  return text
    .split(/('[^']*'|\b(?:import|from|const|await)\b)/)
    .map((part, index) => {
      if (index % 2 === 0) return escaped(part);
      const kind = part.startsWith("'") ? 'string' : 'word';
      return `<tspan class="${kind}">${escaped(part)}</tspan>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
