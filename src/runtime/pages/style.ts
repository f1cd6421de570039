/** Style sheet of the help pages. The hash below is that of exactly this text. */
export const style: string = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f7fa; --line: #d5dbe3; --ink: #1b2430; --soft: #566273;
  --accent: #0b5cad; --on-accent: #ffffff; --value: #a3241e; --key: #0f6a3b; --good: #0f6a3b; \
--bad: #a3241e;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181f; --panel: #1c222b; --line: #364150; --ink: #e6ebf2; --soft: #9eabbd;
    --accent: #7ab7f5; --on-accent: #0d1520; --value: #ff9d8f; --key: #7ed8a4; --good: #7ed8a4; \
--bad: #ff9d8f;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, \
"Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100rem; background: var(--paper); padding: .5rem 1rem; \
z-index: 1; }
.skip:focus { left: .5rem; top: .5rem; }
.bar { border-bottom: 1px solid var(--line); background: var(--panel); }
.bar nav, main { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
.bar ol { display: flex; flex-wrap: wrap; gap: .1rem .5rem; list-style: none; margin: 0; \
padding: .6rem 0; font-size: .95rem; }
.bar li { display: flex; gap: .5rem; align-items: center; min-height: 1.75rem; }
.bar li + li::before { content: "/"; color: var(--soft); }
main { padding-top: 1.5rem; padding-bottom: 3rem; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.1rem); line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .5rem; padding-top: 1rem; \
border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
p { margin: .5rem 0; max-width: 46rem; }
.text { white-space: pre-line; }
.soft { color: var(--soft); }
.entries { list-style: none; padding: 0; margin: 1.25rem 0 0; }
.entries > li { padding: .7rem 0; border-top: 1px solid var(--line); }
.entries > li > p { margin: .15rem 0 0; }
.entry { font-weight: 600; font-size: 1.05rem; display: inline-block; padding: .2rem 0; }
.links { display: flex; flex-wrap: wrap; gap: .1rem 1rem; list-style: none; margin: .2rem 0 0; \
padding: 0; font-size: .95rem; }
.links a { display: inline-block; padding: .3rem 0; }
.links:has(code) { display: block; }
pre { margin: 0; padding: .8rem 1rem; background: var(--panel); border: 1px solid var(--line); \
border-radius: .4rem; font: .85rem/1.5 var(--code); overflow: auto; max-height: 34rem; \
tab-size: 2; overflow-wrap: normal; }
code { font-family: var(--code); font-size: .92em; }
pre + pre { margin-top: .6rem; }
#raw-part { margin-top: .75rem; }
.value { color: var(--value); font-style: normal; font-weight: 600; }
.key { color: var(--key); }
.note { border: 1px solid var(--line); border-left: .3rem solid var(--accent); \
border-radius: .3rem; padding: .5rem 1rem; margin: 2.5rem 0 0; background: var(--panel); }
.note strong { display: block; }
summary { cursor: pointer; padding: .35rem 0; }
.panel { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem 1.25rem; \
margin-top: 1rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .35rem; }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; }
.choices label { display: flex; align-items: center; gap: .45rem; min-height: 2.75rem; \
padding: 0 .9rem; border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.choices label:has(:checked) { border-color: var(--accent); \
box-shadow: inset 0 0 0 1px var(--accent); }
.choices input { accent-color: var(--accent); margin: 0; }
table { border-collapse: collapse; width: 100%; margin-bottom: 1rem; }
th { text-align: left; font-weight: 600; padding: .3rem .75rem .3rem 0; \
border-bottom: 1px solid var(--line); }
td { padding: .35rem .75rem .35rem 0; vertical-align: middle; }
td:first-child { width: 1%; min-width: 11rem; }
td:last-child, th:last-child { padding-right: 0; }
td label { font-weight: 600; }
td small { display: block; color: var(--soft); }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.75rem; \
padding: .5rem .7rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); \
border-radius: .35rem; font: inherit; }
td:has(> .check) { display: flex; align-items: center; gap: .25rem .9rem; }
td .check { font-weight: 400; font-size: .95rem; white-space: nowrap; }
td > [type=checkbox] { display: block; width: 1.4rem; height: 1.4rem; margin: .65rem 0; \
accent-color: var(--accent); }
.filter { display: grid; grid-template-columns: auto minmax(8rem, 24rem) 1fr; align-items: center; \
gap: .25rem .75rem; margin-top: 1rem; }
.filter label { font-weight: 600; }
textarea { font: .85rem/1.5 var(--code); resize: vertical; white-space: pre; overflow: auto; }
button { min-height: 2.75rem; padding: .4rem 1.6rem; border: 0; border-radius: .4rem; \
background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; \
cursor: pointer; }
button:hover { filter: brightness(1.08); }
button[disabled] { opacity: .6; cursor: progress; }
.copies { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .5rem; \
margin: 0 0 .35rem; max-width: none; }
.copy { min-height: 2rem; padding: .15rem .8rem; background: var(--paper); color: var(--accent); \
border: 1px solid var(--line); font-size: .9rem; }
#answer-format { display: flex; align-items: center; justify-content: space-between; gap: .75rem; \
max-width: none; }
#answer-format .copies { margin: 0; }
h3:has(+ .copies) { margin-bottom: -1.9rem; }
.file { display: block; font-weight: 400; font-size: .95rem; margin-top: .4rem; }
.file input { margin-top: .2rem; }
.unseen { position: absolute; left: -100rem; }
a + .soft { margin-left: .35rem; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; margin: 1rem 0 0; }
.check { display: flex; align-items: center; gap: .45rem; min-height: 2.75rem; }
.check input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: 0; }
.status { font-weight: 600; margin: 0 0 .5rem; }
.status.good { color: var(--good); }
.status.bad { color: var(--bad); }
@media (max-width: 40rem) {
  .bar nav, main { padding-left: 1rem; padding-right: 1rem; }
  .panel { padding: .75rem .9rem 1rem; }
  thead { position: absolute; left: -100rem; }
  tr, td, td:first-child { display: block; width: auto; padding: .15rem 0; }
  td:has(> .check) { display: block; }
  td input[data-control] { padding-left: .35rem; padding-right: .35rem; }
  td small { display: inline; margin-left: .35rem; }
  pre, textarea { font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  pre { padding: .7rem .8rem; }
  .actions button { width: 100%; }
  h3:has(+ .copies) { margin-bottom: -1.6rem; }
  .filter { grid-template-columns: auto 1fr; }
  .filter .soft { grid-column: 2; }
}
@media print {
  :root { --paper: #fff; --panel: #fff; --line: #999; --ink: #000; --soft: #444; \
--accent: #000; --value: #000; --key: #000; }
  .bar, .skip, .test, .back, .filter, .copies { display: none; }
  section[data-binding][hidden] { display: block !important; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; font-size: 8.5pt; \
break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .value { text-decoration: underline; }
}
@media (prefers-reduced-motion: no-preference) { a, button { transition: filter .1s; } }
`;

/** SHA-256 of the style sheet in base64, for the Content-Security-Policy. */
export const styleHash: string = 's94vXuOWYANMQlPZpZVvj3MYVimNWGt96cWKm5g/yFw=';
