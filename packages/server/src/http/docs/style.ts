/** The one style sheet of the documentation; the system's own fonts, light and dark, from 360 pixels up. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #101318);
  --raised: light-dark(#f6f7f9, #171b22);
  --ink: light-dark(#16191f, #e7eaf0);
  --soft: light-dark(#555d6b, #a3adbd);
  --line: light-dark(#e2e5ea, #2a303b);
  --accent: light-dark(#3b4fd8, #9db0ff);
  --key: light-dark(#3b4fd8, #9db0ff);
  --text: light-dark(#19693a, #8fd6a8);
  --literal: light-dark(#9a4a00, #f0b47a);
  --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.4rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a code { text-underline-offset: 0.35em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
:not(pre) > code { background: var(--raised); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
a > code, .path, .name { background: none !important; padding: 0 !important; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2.25rem; letter-spacing: -0.02em; margin: 0 0 0.5rem; }
h2 { font-size: 1.5rem; letter-spacing: -0.01em; margin: 0 0 0.5rem; }
h3 { font-size: 1.15rem; margin: 0 0 0.35rem; }
h4 { font-size: 0.8rem; margin: 1.5rem 0 0.35rem; color: var(--soft); text-transform: uppercase; letter-spacing: 0.06em; }
h2 > a, h3 > a { color: inherit; text-decoration: none; }
h2 > a:hover, h3 > a:hover { text-decoration: underline; }
p { margin: 0 0 0.75rem; max-width: 70ch; }
ul { margin: 0; padding: 0; list-style: none; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--paper); padding: 0.5rem 1rem; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 1.5rem; align-items: baseline; padding: 0.85rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); }
header .mark { font-weight: 700; letter-spacing: -0.01em; color: var(--ink); text-decoration: none; }
header nav { display: flex; gap: 1.1rem; }
header nav a { color: var(--soft); text-decoration: none; }
header nav a:hover, header nav a[aria-current] { color: var(--ink); }
header nav a[aria-current] { box-shadow: 0 2px 0 var(--accent); }
.shortcuts { border-bottom: 1px solid var(--line); overflow-x: auto; }
.shortcuts ul { display: flex; gap: 0.4rem; padding: 0.6rem 1.25rem; width: max-content; }
.shortcuts a { display: block; padding: 0.2rem 0.7rem; border: 1px solid var(--line); border-radius: 99px; font-size: 0.85rem; text-decoration: none; color: var(--ink); }
.sidebar { display: none; }
main { padding: 2rem 1.25rem 6rem; min-width: 0; }
.lead { font-size: 1.15rem; color: var(--soft); margin-bottom: 2rem; }
.group { margin-top: 4.5rem; padding-top: 2.5rem; border-top: 1px solid var(--line); }
.overview { margin: 1rem 0 0; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.overview li + li { border-top: 1px solid var(--line); }
.overview a { display: flex; flex-wrap: wrap; gap: 0.1rem 0.6rem; align-items: baseline; padding: 0.5rem 0.9rem; text-decoration: none; color: var(--ink); }
.overview a:hover { background: var(--raised); }
.overview a span:last-child { color: var(--soft); font-size: 0.9rem; }
.operation { padding: 2.5rem 0 0; display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
.group .operation + .operation { margin-top: 2.5rem; border-top: 1px solid var(--line); }
.address { font-size: 1rem; margin-bottom: 0.75rem; }
.path { color: var(--ink); overflow-wrap: anywhere; }
var { font-style: normal; color: var(--accent); }
.verb { display: inline-block; min-width: 3.6rem; padding: 0.1rem 0.45rem; border-radius: 5px; text-align: center; font: 700 0.72rem/1.5 var(--mono); letter-spacing: 0.03em; color: var(--shade); background: color-mix(in srgb, var(--shade) 12%, transparent); --shade: light-dark(#3b4fd8, #9db0ff); }
.verb.post { --shade: light-dark(#19693a, #8fd6a8); }
.verb.put, .verb.patch { --shade: light-dark(#8a4200, #f0b47a); }
.verb.delete, .verb.status { --shade: light-dark(#b3261e, #ffaba3); }
.needs { color: var(--soft); font-size: 0.92rem; }
.fields > li { padding: 0.5rem 0; border-top: 1px solid var(--line); }
.fields > li:first-child { border-top: 0; }
.fields .fields { margin: 0.4rem 0 0 0.15rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.name { font-weight: 600; }
.type, .optional { color: var(--soft); font-size: 0.86rem; }
.optional { font-style: italic; }
.untrusted { font-size: 0.75rem; padding: 0 0.4rem; border-radius: 4px; color: var(--literal); border: 1px solid currentcolor; }
.meaning { color: var(--soft); font-size: 0.92rem; max-width: 70ch; }
.variant { margin: 0.75rem 0 0; font-weight: 600; font-size: 0.9rem; }
details { margin-top: 1.5rem; border: 1px solid var(--line); border-radius: 10px; padding: 0 0.9rem; }
summary { cursor: pointer; padding: 0.55rem 0; font-size: 0.92rem; }
details[open] summary { border-bottom: 1px solid var(--line); }
.codes { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.92rem; }
.samples { display: grid; gap: 1rem; align-content: start; min-width: 0; }
.code { margin: 0; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--raised); }
figcaption { padding: 0.4rem 0.9rem; font-size: 0.8rem; color: var(--soft); border-bottom: 1px solid var(--line); }
pre { margin: 0; padding: 0.8rem 0.9rem; overflow: auto; max-height: 30rem; line-height: 1.5; tab-size: 2; white-space: pre-wrap; overflow-wrap: anywhere; }
pre:focus-visible { outline-offset: -2px; }
pre .key { color: var(--key); }
pre .text { color: var(--text); }
pre .literal { color: var(--literal); }
.rules { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); margin-top: 2.5rem; }
.rules section { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem 0.5rem; }
.rules h2 { font-size: 1rem; }
.rules p { font-size: 0.95rem; color: var(--soft); }
.error { border-top: 1px solid var(--line); padding: 1.75rem 0; }
.error h2 { font-size: 1.1rem; }
.error:target { background: color-mix(in srgb, var(--accent) 8%, transparent); border-left: 3px solid var(--accent); padding-inline: 1rem; }
@media (min-width: 64rem) {
  .shortcuts { display: none; }
  .frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
  .sidebar { display: block; position: sticky; top: 3.4rem; height: calc(100vh - 3.4rem); overflow-y: auto; padding: 1.5rem 1rem 3rem 1.25rem; border-right: 1px solid var(--line); font-size: 0.9rem; }
  .sidebar > ul > li { margin-bottom: 0.9rem; }
  .sidebar a { display: block; padding: 0.12rem 0; color: var(--soft); text-decoration: none; }
  .sidebar > ul > li:has(ul) > a, .sidebar > ul > li:first-child > a { color: var(--ink); font-weight: 600; }
  .sidebar > ul:not(:has(ul)) > li { margin-bottom: 0.25rem; }
  .sidebar a:hover { color: var(--accent); }
  main { padding: 2.5rem 2.5rem 8rem; }
}
@media (min-width: 80rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.5rem; }
  .samples { position: sticky; top: 4.5rem; align-self: start; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { header, .sidebar, .shortcuts { display: none; } pre { max-height: none; } }
`
