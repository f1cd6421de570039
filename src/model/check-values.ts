import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { isValueOf } from './facet-rules.ts';
import type { AttributeUse, ElementDeclaration, Particle, SchemaType } from './schema.ts';

/** Warns of default and fixed values that are no values of their types (XML Schema part 1 section 3.3.6): they cannot be read. */
export function checkValues(
  types: readonly SchemaType[],
  elements: readonly ElementDeclaration[],
  sink: DiagnosticSink,
): void {
  const seen = new Set<object>();
  const open: (SchemaType | ElementDeclaration | Particle)[] = [...types, ...elements];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('kind' in next && next.kind === 'element') next = next.element;
    if (seen.has(next)) continue;
    seen.add(next);
    if (!('kind' in next)) {
      checkElement(next, sink);
      if (next.type.kind === 'complex') open.push(next.type);
    } else if (next.kind === 'complex') {
      for (const use of next.attributes) {
        if (!seen.has(use)) checkUse(use, sink);
        seen.add(use);
      }
      if (next.particle !== undefined) open.push(next.particle);
    } else if (next.kind === 'model') {
      open.push(...next.particles);
    }
  }
}

function checkElement(element: ElementDeclaration, sink: DiagnosticSink): void {
  const { type } = element;
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  const given = element.fixed ?? element.default;
  if (given === undefined) return;
  if (simple === undefined) {
    if (type.kind === 'simple' || type.mixed) return;
    report(
      element,
      `Element '${element.name.localName}' has a value, but its type has no text`,
      sink,
    );
  } else if (!isValueOf(simple, given)) {
    report(element, `'${given}' is no value of element '${element.name.localName}'`, sink);
  }
}

function checkUse(use: AttributeUse, sink: DiagnosticSink): void {
  const given = use.fixed ?? use.default;
  if (given === undefined || isValueOf(use.type, given)) return;
  report(use, `'${given}' is no value of attribute '${use.name.localName}'`, sink);
}

function report({ span }: Pick<AttributeUse, 'span'>, message: string, sink: DiagnosticSink): void {
  sink.report({
    code: 'ASMX3003',
    severity: 'warning',
    message,
    span,
    help: "Give a 'default' or 'fixed' of the type, or none",
  });
}
