/**
 * The part of the script of the try-it panel that copies requests, answers and samples, and writes
 * a request as a command of curl.
 */
export const copyScript: string = String.raw`// A text in the quotes of POSIX shells.
  const quoted = (text) => "'" + text.replace(/'/g, "'\\''") + "'";

  // A command for POSIX shells, in which brackets and a body that begins with @ mean themselves.
  function commandLine() {
    const { method, path, headers, body } = build();
    const parts = ['curl -g ' + quoted(new URL(path, location.href).href)];
    if (method !== 'GET' && body === undefined) parts.push('-X ' + method);
    for (const [name, value] of headers) parts.push('-H ' + quoted(name + ': ' + value));
    if (body !== undefined) parts.push('--data-raw ' + quoted(body));
    return parts.join(' \\\n  ');
  }

  // Whether the text was copied.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Without https there is no clipboard.
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      return copied;
    }
  }

  function copyButton(label, what, textOf) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = label;
    button.setAttribute('aria-label', label + ': ' + what);
    button.addEventListener('click', async () => {
      const copied = await copy(textOf());
      button.focus();
      button.textContent = copied ? 'Copied' : 'Not copied';
      at('copied').textContent = what + (copied ? ' copied' : ' not copied');
      setTimeout(() => {
        button.textContent = label;
        at('copied').textContent = '';
      }, 2000);
    });
    return button;
  }

  const bodyText = () => (at('raw-part').hidden ? '' : '\n\n' + raw.value);
  at('request-copies').append(
    copyButton('Copy', 'Request', () => at('request').textContent + bodyText()),
    copyButton('Copy as curl', 'Request', commandLine),
  );
  at('answer-copies').append(copyButton('Copy', 'Answer', () => at('answer-body').textContent));
  for (const sample of document.querySelectorAll('[data-binding] pre')) {
    const line = document.createElement('p');
    line.className = 'copies';
    const what = sample.getAttribute('aria-label');
    line.append(copyButton('Copy', what, () => sample.textContent));
    sample.before(line);
  }`;
