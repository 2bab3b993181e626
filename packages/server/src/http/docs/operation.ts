import { commonProblems } from '@sightline/sdk'
import type { Document, Operation, Parameter, DocumentedOperation } from './document.ts'
import { fields, item } from './fields.ts'
import { code, html, json, prose, type Content, type Html } from './html.ts'

export function operationSection(document: Document, { method, path, operation }: DocumentedOperation): Html {
  const { operationId, summary, description } = operation
  return html`<section class="operation" id="${operationId}">
    <div class="about">
      <h3><a href="#${operationId}">${summary}</a></h3>
      <p class="address">${address(method, path)}</p>
      ${description !== undefined && html`<p>${prose(description)}</p>`}
      <p class="needs">${needs(operation)}</p>
      ${parameters(document, operation)} ${body(document, operation)} ${answer(document, operation)}
      ${errors(operation)}
    </div>
    <div class="samples">${samples(method, path, operation)}</div>
  </section>`
}

export const address = (method: string, path: string): Html =>
  html`<span class="verb ${method.toLowerCase()}">${method}</span>
    <code class="path"
      >${path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : part))}</code
    >`

function needs(operation: Operation): Content {
  const scope = operation['x-scope']
  return [
    scope === 'public' ? 'No key. ' : scope === 'any' ? 'Any key. ' : html`Scope <code>${scope}</code>. `,
    operation['x-metered'] ? 'Counts as one call.' : 'Not counted.',
  ]
}

/** Those in headers are the same everywhere and explained at the start. */
function parameters(document: Document, { parameters: all }: Operation): Content {
  return (['path', 'query'] as const).map((place) => {
    const here = all.filter((parameter) => parameter.in === place)
    return (
      here.length > 0 &&
      html`<h4>${places[place]}</h4>
        <ul class="fields">
          ${here.map((parameter) => parameterItem(document, parameter))}
        </ul>`
    )
  })
}

const places = { path: 'In the path', query: 'In the query' } as const

const parameterItem = (document: Document, { name, required, schema, description }: Parameter): Html =>
  item(document, name, { ...schema, ...(description !== undefined && { description }) }, required)

function body(document: Document, { requestBody }: Operation): Content {
  const content = requestBody?.content?.['application/json']
  return (
    content !== undefined &&
    html`<h4>Body</h4>
      ${fields(document, content.schema)}`
  )
}

function answer(document: Document, { responses }: Operation): Content {
  return Object.entries(responses).map(([status, { content }]) => {
    if (Number(status) >= 300 || !content) return null
    const inside = fields(document, content['application/json'].schema)
    return html`<details>
      <summary>Answer <strong>${status}</strong>: fields</summary>
      ${inside}
    </details>`
  })
}

/** Codes that are this operation's own; the common ones stand once, on the page of errors. */
function errors({ responses }: Operation): Content {
  const own = Object.values(responses)
    .flatMap(({ content }) => Object.keys(content?.['application/json'].examples ?? {}))
    .filter((name) => !(commonProblems as readonly string[]).includes(name))
  const links = own.map(
    (name) =>
      html`<li>
        <a href="/docs/errors#${name}"><code>${name}</code></a>
      </li>`,
  )
  return html`<h4>Errors</h4>
    <ul class="codes">
      ${links}
      <li><a href="/docs/errors">those of every call</a></li>
    </ul>`
}

function samples(method: string, path: string, operation: Operation): Content {
  const { requestBody, responses } = operation
  const success = Object.entries(responses).find(([status]) => Number(status) < 300)
  const example = success?.[1].content?.['application/json'].example
  return [
    code('Request', curl(method, path, operation, requestBody?.content?.['application/json'].example)),
    code(`Answer ${success?.[0] ?? ''}`, json(example)),
  ]
}

function curl(method: string, path: string, { parameters: all }: Operation, example: unknown): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(all.find((one) => one.name === name)))
  const query = all
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example: value }): [string, string] => [name, String(value)])
  const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE${target}${search}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(example === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${shellText(example)}'`]),
  ].join(' \\\n  ')
}

function exampleOf(parameter: Parameter | undefined): string {
  const value = parameter?.example ?? parameter?.schema.example ?? parameter?.schema.enum?.[0]
  return typeof value === 'string' ? value : ''
}

/** Within single quotes a shell takes everything but a single quote. */
const shellText = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("'", String.raw`'\''`)
