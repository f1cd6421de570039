/**
 * Replaces a namespace in the declarations of a message. Only what stands inside tags is looked at:
 * in text, `<` is always escaped, so no value can pass for a declaration.
 */
export function replaceNamespace(xml: string, from: string, to: string): string {
  const old = attributeText(from);
  const declared = `="${old}"`;
  const replacement = `="${attributeText(to)}"`;
  return xml.replaceAll(/<[^<>]*>/g, (tag) =>
    tag.includes(declared)
      ? tag.replaceAll(/(\sxmlns(?::[^\s=]+)?)="([^"]*)"/g, (whole, name: string, value: string) =>
          value === old ? name + replacement : whole,
        )
      : tag,
  );
}

/** A SOAPAction below the old namespace, put below the new one. */
export function replaceAction(action: string, from: string, to: string): string {
  if (!action.startsWith(from)) return action;
  const rest = action.slice(from.length);
  return to.endsWith('/') && rest.startsWith('/') && !from.endsWith('/')
    ? to + rest.slice(1)
    : !to.endsWith('/') && from.endsWith('/')
      ? `${to}/${rest}`
      : to + rest;
}

function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
