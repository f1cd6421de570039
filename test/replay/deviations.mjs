// Where the generated server answers otherwise than the recording, and why. A rule does not excuse:
// it says what has to be answered instead, and the answer must then be that. "Section" is a section
// of asmx-behaviour.md.
import {
  actionParameter,
  badValue,
  bodyElement,
  headerName,
  missingParameter,
  rightName,
  rootName,
  serviceOf,
  soapAction,
  suffixOf,
  unknownElement,
} from './request-facts.mjs';

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const html = 'text/html; charset=utf-8';

/**
 * The answer with another body, or other headers (`undefined` takes one away), or another status.
 */
function changed(answer, { status = answer.status, reason, headers = {}, text }) {
  const all = { ...answer.headers, ...headers };
  for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
  return {
    ...answer,
    status,
    reason: reason ?? answer.reason,
    headers: all,
    body: text === undefined ? answer.body : Buffer.from(text),
  };
}

/** The answer with its text replaced. */
function reworded(answer, pattern, replacement) {
  const before = answer.body.toString('utf8');
  const after = before.replace(pattern, replacement);
  return after === before ? answer : changed(answer, { text: after });
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const isPage = ({ headers }) => headers['content-type']?.startsWith('text/html') === true;
const plain = 'text/plain; charset=utf-8';

/** A GET or POST error in Microsoft's form. */
const textError = (answer, message) =>
  changed(answer, {
    status: 500,
    reason: 'Internal Server Error',
    headers: { 'content-type': plain, 'cache-control': 'private' },
    text: `${message}\r\n`,
  });

/** A result document. */
const document = (answer, text) =>
  changed(answer, {
    status: 200,
    reason: 'OK',
    headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'private, max-age=0' },
    text,
  });

/** What stands for each placeholder in a message, from the request. */
function fill(request, template) {
  switch (template) {
    case 'Server did not recognize the value of HTTP Header {0}: {1}.':
      return ['SOAPAction', soapAction(request)];
    case 'Missing parameter: {0}.':
      return [missingParameter(request)];
    case '{0} Web Service method name is not valid.':
      return [suffixOf(request).slice(1)];
    case 'Invalid method name &#39;{0}&#39;,':
      return [suffixOf(request).slice(1)];
    case 'The method name &#39;{1}&#39; with':
      return [undefined, rightName(request)];
    case 'Cannot convert {0} to {1}.':
      return badValue(request);
    case 'Request format is invalid: {0}.':
      return [request.headers['content-type'] ?? ''];
    case 'Envelope namespace {0} was unexpected. Expecting {1}.':
      return [rootName(request)[1], soap11];
    case "The request element &lt;{0} xmlns='{1}'&gt; was not recognized.":
      return bodyElement(request);
    case 'The element was not expected in this context: {0}. Expected elements: {1}.':
      return unknownElement(request);
    case 'SOAP header {0} was not understood.':
      return [headerName(request)];
    default:
      return [actionParameter(request)];
  }
}

const templates = [
  'Server did not recognize the value of HTTP Header {0}: {1}.',
  'Missing parameter: {0}.',
  '{0} Web Service method name is not valid.',
  'Invalid method name &#39;{0}&#39;,',
  'The method name &#39;{1}&#39; with',
  'Cannot convert {0} to {1}.',
  'Request format is invalid: {0}.',
  'Envelope namespace {0} was unexpected. Expecting {1}.',
  "The request element &lt;{0} xmlns='{1}'&gt; was not recognized.",
  'SOAP header {0} was not understood.',
  'The element was not expected in this context: {0}. Expected elements: {1}.',
  "The action '{0}' was not recognized.",
];

/** What the page of an HTML error must say (section 1). */
function pageMessage(request, status) {
  if (status === 404) return 'The resource cannot be found.';
  if (status === 405) return 'Request format is unrecognized.';
  if (status === 400) return 'The length of the query string for this request exceeds the limit';
  const suffix = suffixOf(request).replaceAll("'", '&#39;');
  return `Request format is unrecognized for URL unexpectedly ending in &#39;${suffix}&#39;.`;
}

/** The content type of what GET answers at a path: a page, or XML. */
const headType = (target) => (target.endsWith('.asmx') ? html : 'text/xml; charset=utf-8');

/**
 * The rules in the order they apply. `rewrite` gives what must be answered in place of the
 * recording; `sameBody` judges a body of our own design, which is then not compared.
 */
export const rules = [
  {
    id: 'message-arguments',
    reason: 'Section 14: Mono leaves {0} and {1} in messages, Microsoft fills them in.',
    rewrite: ({ request }, answer) =>
      templates.reduce((current, template) => {
        if (!current.body.includes(template)) return current;
        const values = fill(request, template);
        const filled = template.replace(/\{([01])\}/g, (_, index) => escaped(values[index] ?? ''));
        return reworded(current, template, () => filled);
      }, answer),
  },
  {
    id: 'line-ends',
    reason:
      'Section 14: text/plain answers and argument exceptions end lines with LF on Mono, with CRLF on Microsoft.',
    rewrite: (_case, answer) =>
      answer.headers['content-type'] === plain
        ? reworded(answer, /\r?\n/g, '\r\n')
        : reworded(answer, /\nParameter name: (length|theParam)</, '&#xD;\nParameter name: $1<'),
  },
  {
    id: 'null-reference-point',
    reason: 'Section 14: the text of a null reference ends with a point on Microsoft.',
    rewrite: (_case, answer) =>
      reworded(answer, /(Object reference not set to an instance of an object)(?!\.)/, '$1.'),
  },
  {
    id: 'dtd-text',
    reason: 'Section 14: Microsoft has a longer text for a DTD.',
    rewrite: (_case, answer) =>
      reworded(
        answer,
        '---&gt; DTD is prohibited in this XML document.',
        '---&gt; For security reasons DTD is prohibited in this XML document. To enable DTD processing set the DtdProcessing property on XmlReaderSettings to Parse and pass the settings into XmlReader.Create method.',
      ),
  },
  {
    id: 'end-of-file-text',
    reason:
      'Section 14: Microsoft says `Unexpected end of file has occurred.`; Mono says what it was parsing, too.',
    rewrite: (_case, answer) =>
      reworded(answer, 'end of file while parsing Name has', 'end of file has'),
  },
  {
    id: 'fault-cache-control',
    reason:
      'Section 14: Microsoft clears the headers of an error, so that `private` is left of Cache-Control; Mono keeps max-age once the method was entered, and for errors of documents.',
    rewrite: (_case, answer) =>
      answer.status === 500 && !isPage(answer)
        ? changed(answer, { headers: { 'cache-control': 'private' } })
        : answer,
  },
  {
    id: 'one-way',
    reason:
      'Section 14: Microsoft answers a one-way SOAP call with 202 and no content type; Mono with 200 and text/html.',
    rewrite: ({ name }, answer) =>
      /^type\.OneWay(Throw)?\.soap1[12]$/.test(name)
        ? changed(answer, {
            status: 202,
            reason: 'Accepted',
            headers: { 'content-type': undefined },
          })
        : answer,
  },
  {
    id: 'percent-u',
    reason: 'Section 14: Microsoft decodes %uXXXX in query strings too.',
    rewrite: ({ name }, answer) =>
      name === 'enc.uXXXX.get' ? reworded(answer, '%u20AC', '€') : answer,
  },
  {
    id: 'path-case',
    reason: 'Section 14: paths are case-insensitive on Microsoft; Mono gives 404.',
    rewrite: ({ name }, answer) =>
      name === 'doc.path.lowercase'
        ? changed(answer, {
            status: 200,
            reason: 'OK',
            headers: { 'content-type': html, 'cache-control': 'private, max-age=0' },
          })
        : answer,
    sameBody: ({ name }, text) =>
      name === 'doc.path.lowercase' && text.includes('AuthCodeSending Web Service'),
  },
  {
    id: 'root-page',
    reason: 'A list of all services is at the root, where the reference site has no page.',
    rewrite: ({ name }, answer) =>
      name === 'doc.path.root'
        ? changed(answer, {
            status: 200,
            reason: 'OK',
            headers: { 'content-type': html, 'cache-control': 'private, max-age=0' },
          })
        : answer,
    sameBody: ({ name }, text) => name === 'doc.path.root' && text.includes('.asmx?WSDL'),
  },
  {
    id: 'unknown-operation-page',
    reason: 'Section 14: `?op=` of an unknown name is a 200 page on Microsoft, 500 on Mono.',
    rewrite: ({ name }, answer) =>
      /^doc\.query\.op-(unknown|wrongcase)$/.test(name) ||
      (name.startsWith('doc.') && /\?op=/.test(name))
        ? changed(answer, { status: 200, reason: 'OK', headers: { 'content-type': html } })
        : answer,
    sameBody: ({ name }, text) =>
      /^doc\.query\.op-(unknown|wrongcase)$/.test(name) &&
      text.includes('has no operation of this name'),
  },
  {
    id: 'operation-page',
    reason:
      'Section 14: `?op=Op` is the page of the operation on Microsoft; Mono gives 500 without its `bnd` parameter.',
    rewrite: ({ request }, answer) =>
      request.method === 'GET' &&
      /\?op=(?!Nope$|authcode$)/.test(request.target) &&
      answer.status === 500
        ? changed(answer, { status: 200, reason: 'OK', headers: { 'content-type': html } })
        : answer,
    sameBody: ({ request, recorded }, text) => {
      const operation = /\?op=(\w+)$/.exec(request.target)?.[1];
      return (
        recorded.status === 500 && operation !== undefined && text.includes(`<h1>${operation}</h1>`)
      );
    },
  },
  {
    id: 'help-pages',
    reason:
      "Section 14: Mono's help pages are a design of their own and have no charset; ours follow section 11.",
    rewrite: ({ request }, answer) => {
      if (request.method !== 'GET' || !isPage(answer)) return answer;
      // two of Mono's tabs fail
      const isTab = /\?page=op&tab=msg&op=GenerateReport&bnd=\w+Http(Get|Post)$/.test(
        request.target,
      );
      if (answer.status !== 200 && !isTab) return answer;
      return changed(answer, { status: 200, reason: 'OK', headers: { 'content-type': html } });
    },
    sameBody: ({ request, recorded }, text) => {
      const operation = /[?&]op=(\w+)/.exec(request.target)?.[1];
      const heading = operation ?? `${serviceOf(request)} Web Service`;
      return isPage(recorded) && text.includes(`<h1>${heading.replace(/ Web Service$/, '')}`);
    },
  },
  {
    id: 'error-pages',
    reason:
      'Section 14: HTML error pages are a design of their own on Mono, without the message, and have no charset.',
    rewrite: ({ name }, answer) =>
      answer.status >= 400 && isPage(answer) && !/^ctype\.json\.soap/.test(name)
        ? changed(answer, { headers: { 'content-type': html } })
        : answer,
    sameBody: ({ request, recorded }, text) =>
      recorded.status >= 400 &&
      isPage(recorded) &&
      text.includes(`<i>${pageMessage(request, recorded.status)}`),
  },
  {
    id: 'json',
    reason:
      'Sections 1 and 14: without [ScriptService] JSON is refused below the path of a service only, and there for every operation. Mono answers a call without parameters, and refuses JSON at the path itself.',
    rewrite: ({ name, request }, answer) => {
      switch (name) {
        case 'ctype.json.post':
          return changed(answer, { headers: { 'cache-control': 'private' } });
        case 'ctype.json.soap11':
        case 'ctype.json.soap12':
          return changed(answer, {
            status: 415,
            reason: 'Unsupported Media Type',
            headers: {
              'content-type': `${request.headers.soapaction === undefined ? 'application/soap+xml' : 'text/xml'}; charset=utf-8`,
              'cache-control': 'private',
            },
            text: '',
          });
        case 'ctype.noargs-json.post':
          return changed(answer, {
            status: 500,
            reason: 'Internal Server Error',
            headers: { 'content-type': html, 'cache-control': 'private' },
          });
        default:
          return answer;
      }
    },
    sameBody: ({ name }, text) =>
      /^(?:ctype\.(?:noargs-)?json\.post|doc\.path\.js)$/.test(name) &&
      text.includes(
        '<i>Only Web services with a [ScriptService] attribute on the class definition can be called from script.</i>',
      ),
  },
  {
    id: 'allow',
    reason:
      'RFC 9110, section 15.5.6: an answer with status 405 says which methods are allowed. ASMX does not.',
    rewrite: ({ request }, answer) =>
      answer.status === 405 && request.method !== 'FOO'
        ? changed(answer, { headers: { allow: 'GET, HEAD, POST' } })
        : answer,
  },
  {
    id: 'head',
    reason:
      'RFC 9110, section 9.1: HEAD is served where GET is. ASMX refuses it, so that no client relies on it.',
    rewrite: ({ request }, answer) =>
      request.method === 'HEAD'
        ? changed(answer, {
            status: 200,
            reason: 'OK',
            headers: {
              'content-type': headType(request.target),
              'cache-control': 'private, max-age=0',
              allow: undefined,
            },
            text: '',
          })
        : answer,
  },
  {
    id: 'empty-value',
    reason:
      'Frameworks such as Next.js turn ?wsdl into ?wsdl=, which means the same. ASMX looks for a part without a name.',
    rewrite: ({ name, recorded }, answer) =>
      name === 'doc.query.wsdl-eq-empty' && recorded.status === 500
        ? changed(answer, {
            status: 200,
            reason: 'OK',
            headers: {
              'content-type': 'text/xml; charset=utf-8',
              'cache-control': 'private, max-age=0',
            },
          })
        : answer,
    sameBody: ({ name }, text) =>
      name === 'doc.query.wsdl-eq-empty' && text.includes('<wsdl:definitions '),
  },
  {
    id: 'single-wsdl',
    reason:
      'As WCF does, ?singleWsdl answers one document without imports. ASMX has its help page there.',
    rewrite: ({ name }, answer) =>
      name === 'doc.query.singleWsdl'
        ? changed(answer, { headers: { 'content-type': 'text/xml; charset=utf-8' } })
        : answer,
    sameBody: ({ name }, text) =>
      name === 'doc.query.singleWsdl' && text.includes('<wsdl:definitions '),
  },
  {
    id: 'unknown-method',
    reason:
      'The parser of node:http refuses request methods it does not know, before any handler sees them.',
    rewrite: ({ request }, answer) =>
      request.method === 'FOO'
        ? changed(answer, {
            status: 400,
            reason: 'Bad Request',
            headers: { 'content-type': undefined, 'cache-control': undefined },
            text: '',
          })
        : answer,
  },
  {
    id: 'no-content-length',
    reason:
      'A POST without a length has no body in HTTP/1.1; what follows is a second, malformed request. The README of the recordings says that this case shows nothing of ASMX.',
    rewrite: ({ name }, answer) =>
      name === 'method.POST.no-content-length'
        ? changed(answer, { headers: { 'content-type': undefined, 'cache-control': undefined } })
        : answer,
  },
  {
    id: 'control-characters',
    reason:
      'Section 5.3: no XML parser reads &#x1;, so that this document is compared as text. Section 14: the line after its declaration ends in CRLF on Microsoft.',
    rewrite: ({ name }, answer) =>
      name === 'enc.control.get' ? reworded(answer, '?>\n', '?>\r\n') : answer,
  },
  {
    id: 'carriage-return-in-text',
    reason:
      'Section 5.3: a CR in text is written &#xD;. The recorded answer holds it raw, so that a reader takes CRLF for LF.',
    rewrite: ({ name }, answer) =>
      /^enc\.control(?:-return)?\./.test(name)
        ? reworded(answer, /(code|phone)='\r\n/, "$1='&#xD;\n")
        : answer,
  },
  {
    id: 'flush',
    reason:
      'The method flushes the response before the envelope is written, so that its headers were out; a handler here has nothing to flush, and section 5.4 gives the envelope its content type.',
    rewrite: ({ name }, answer) => {
      const [, version] = /^raw\.WriteJsonFlush\.soap(1[12])$/.exec(name) ?? [];
      if (version === undefined) return answer;
      const type = version === '11' ? 'text/xml' : 'application/soap+xml';
      return changed(answer, { headers: { 'content-type': `${type}; charset=utf-8` } });
    },
  },
  {
    id: 'fault-detail-name',
    reason:
      'Section 7: the program built its detail node with the SOAP 1.1 name, so that ASMX writes an unqualified <detail> into a 1.2 fault. The detail of a fault thrown here has the name of the version.',
    rewrite: ({ name }, answer) =>
      name === 'type.ThrowSoap.soap12'
        ? reworded(answer, /<(\/?)detail>/g, '<$1soap:Detail>')
        : answer,
  },
  {
    id: 'last-chunk',
    reason:
      'The front end of the reference site leaves the mark of the last chunk after the body of a method that does not buffer.',
    rewrite: ({ name }, answer) =>
      name.startsWith('type.Unbuffered.') ? reworded(answer, /\r\n0\r\n\r\n$/, '') : answer,
  },
  {
    id: 'cache-duration',
    reason:
      'CacheDuration is no part of the contract: it sets caching headers of its own, and the value is a clock.',
    rewrite: ({ name }, answer) =>
      name.startsWith('type.Cached.')
        ? changed(reworded(answer, />1 [0-9]{18}</, '>1 639307924301173510<'), {
            headers: {
              'cache-control': 'private, max-age=0',
              expires: undefined,
              pragma: undefined,
              vary: undefined,
            },
          })
        : answer,
  },
  {
    id: 'session-id',
    reason: 'The value of a session cookie is random.',
    rewrite: (_case, answer) => {
      const cookie = answer.headers['set-cookie'];
      if (cookie === undefined) return answer;
      const fixed = cookie.replace(/=[0-9A-F]{24};/, '=B0D20F0845E6AD61007F1BF3;');
      return changed(answer, { headers: { 'set-cookie': fixed } });
    },
  },
  {
    id: 'enumeration-members',
    reason:
      'Section 4: GET and POST take the C# name of a member and refuse its XML name. The contract knows the XML name alone, so that this is what the server takes.',
    rewrite: ({ name }, answer) => {
      if (/^type\.PScalars\.enumName\.(get|post)$/.test(name))
        return textError(
          answer,
          'Cannot convert Blue to Color.\r\nParameter name: type ---> Requested value &#39;Blue&#39; was not found.',
        );
      if (/^type\.PScalars\.enumXmlName\.(get|post)$/.test(name))
        return document(
          answer,
          '<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">1|True|1.5|2.50|2024-02-29T13:05:06.0000000|Blue|A|255|-9</string>',
        );
      return answer;
    },
  },
  {
    id: 'other-type-over-http',
    reason:
      'An rpc/encoded operation returns a class of the schema for encoded types over SOAP, and the class of the literal schema, with attributes, over GET and POST. One signature cannot have both: the operation is generated without its HTTP bindings, which is reported (ASMX3006).',
    rewrite: ({ name }, answer) => {
      const [, operation] = /^type\.(RpcItem)\.q\.(?:get|post)$/.exec(name) ?? [];
      return operation === undefined
        ? answer
        : textError(answer, `${operation} Web Service method name is not valid.`);
    },
  },
  {
    id: 'not-in-the-wsdl',
    reason:
      'A method with out parameters alone answers over GET and POST, but its own WSDL does not list it there.',
    rewrite: ({ name }, answer) =>
      /^type\.OutOnly\.(get|post)$/.test(name)
        ? textError(answer, 'OutOnly Web Service method name is not valid.')
        : answer,
  },
  {
    id: 'list-over-http',
    reason:
      'A method that gives List<string> fails over GET and POST with a cast error on the recorded stack; section 5.3 gives List<T> the document of an array.',
    rewrite: ({ name }, answer) =>
      /^type\.RList\.(get|post)$/.test(name)
        ? document(
            answer,
            '<?xml version="1.0" encoding="utf-8"?>\r\n<ArrayOfString xmlns="http://tempuri.org/">\r\n  <string>x</string>\r\n  <string>y</string>\r\n</ArrayOfString>',
          )
        : answer,
  },
  {
    id: 'header-for-another',
    reason:
      'ASMX faults where a header that it has to understand is for another actor or role. The standards leave it to that one (SOAP 1.1, 4.2.2 and 4.2.3; SOAP 1.2 Part 1, 2.4), so that the method is called.',
    rewrite: ({ name }, answer) => {
      const isForAnother =
        /^hdr\.unknown-mu1-(actor-other\.soap11|role-(other|none)\.soap12)$/.test(name);
      if (!isForAnother) return answer;
      const result =
        "<AuthCodeResponse xmlns=\"http://tempuri.org/\"><AuthCodeResult>AuthCode(code='1';phone='2')</AuthCodeResult></AuthCodeResponse>";
      return changed(answer, {
        status: 200,
        reason: 'OK',
        headers: { 'cache-control': 'private, max-age=0' },
        text: answer.body
          .toString('utf8')
          .replace(/<soap:Header>.*<\/soap:Header>/s, '')
          .replace(/<soap:Body>.*<\/soap:Body>/s, `<soap:Body>${result}</soap:Body>`),
      });
    },
  },
];
