import { everyProblem, Problem, problemBody, type ProblemBody, type ProblemCode } from '@sightline/sdk'
import { placesOf, type Document, type DocumentedOperation } from './document.ts'
import { introduction } from './introduction.ts'
import { code, html, json, prose, type Content, type Html } from './html.ts'
import { address, operationSection } from './operation.ts'

/** The whole API on one page: it is searched with the browser's own search, and works without scripts. */
export function referencePage(document: Document): string {
  const places = placesOf(document)
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    id: idOf(name),
    places: places.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const body = [
    introduction(),
    groups.map(
      ({ name, description, id, places: ofGroup }) =>
        html`<section class="group" id="${id}">
          <h2><a href="#${id}">${name}</a></h2>
          <p>${prose(description)}</p>
          <ul class="overview">
            ${ofGroup.map(overviewItem)}
          </ul>
          ${ofGroup.map((place) => operationSection(document, place))}
        </section>`,
    ),
  ]
  const navigation = [
    html`<li><a href="#start">Start</a></li>`,
    groups.map(
      ({ name, id, places: ofGroup }) =>
        html`<li>
          <a href="#${id}">${name}</a>
          <ul>
            ${ofGroup.map(
              ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
            )}
          </ul>
        </li>`,
    ),
  ]
  const shortcuts = groups.map(({ name, id }) => html`<li><a href="#${id}">${name}</a></li>`)
  return page({ title: 'Sightline API', current: 'reference', body, navigation, shortcuts })
}

/** Of an error that only people meet: the document is about what keys do. */
function exampleOf(name: string): ProblemBody {
  // A name of the catalogue that the page is made of.
  return problemBody(new Problem(name as ProblemCode), 'req_01kabcdefghjkmnpqrstvwxyz0', '/docs')
}

/** The page that `docUrl` of every error points at. */
export function errorsPage(document: Document): string {
  const examples = document.components.schemas['Error'] as { examples?: { error: { code: string } }[] }
  const entries = Object.entries(everyProblem)
  const body = html`<section id="start">
      <h1>Errors</h1>
      <p class="lead">
        Every error, from every address, has one shape. <code>code</code> is stable, <code>message</code> says what to
        do about it.
      </p>
      <p>
        A call that is refused with 401, 403 or 429, or fails on our side, is not counted. Send
        <code>requestId</code> along when you ask us.
      </p>
    </section>
    ${entries.map(
      ([name, { status, message }]) =>
        html`<section class="operation error" id="${name}">
          <div class="about">
            <h2>
              <a href="#${name}"><code>${name}</code></a>
            </h2>
            <p class="address"><span class="verb status">${status}</span></p>
            <p>${prose(message)}</p>
          </div>
          <div class="samples">
            ${code('Answer', json(examples.examples?.find(({ error }) => error.code === name) ?? exampleOf(name)))}
          </div>
        </section>`,
    )}`
  const navigation = [
    html`<li><a href="#start">Errors</a></li>`,
    entries.map(
      ([name]) =>
        html`<li>
          <a href="#${name}"><code>${name}</code></a>
        </li>`,
    ),
  ]
  return page({ title: 'Errors – Sightline API', current: 'errors', body, navigation, shortcuts: [] })
}

const overviewItem = ({ method, path, operation }: DocumentedOperation): Html =>
  html`<li>
    <a href="#${operation.operationId}">${address(method, path)} <span>${operation.summary}</span></a>
  </li>`

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

type Page = {
  title: string
  current: 'reference' | 'errors'
  body: Content
  navigation: Content
  shortcuts: Content[]
}

function page({ title, current, body, navigation, shortcuts }: Page): string {
  const link = (name: Page['current'], target: string, label: string): Html =>
    current === name
      ? html`<a href="${target}" aria-current="page">${label}</a>`
      : html`<a href="${target}">${label}</a>`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <a class="mark" href="/docs">Sightline</a>
          <nav aria-label="Pages">
            ${link('reference', '/docs', 'API')}${link('errors', '/docs/errors', 'Errors')}<a
              href="/api/v1/openapi.json"
              >OpenAPI</a
            >
          </nav>
        </header>
        ${
          shortcuts.length > 0 &&
          html`<nav class="shortcuts" aria-label="Groups">
            <ul>
              ${shortcuts}
            </ul>
          </nav>`
        }
        <div class="frame">
          <nav class="sidebar" aria-label="On this page">
            <ul>
              ${navigation}
            </ul>
          </nav>
          <main id="content">${body}</main>
        </div>
      </body>
    </html> `.markup
}
