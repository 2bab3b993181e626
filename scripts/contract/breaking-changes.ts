import type { Contract, DocumentedOperation, Parameter, Schema } from './document.ts'
import { noLongerAccepted, noLongerUnderstood } from './schemas.ts'

/**
 * What a client written for one contract cannot do any more with another: a line each, empty when there is nothing.
 * Additions are none: new operations, optional inputs, fields of answers, error codes, words in lists of words.
 */
export function breakingChanges(promised: Contract, present: Contract): string[] {
  return Object.entries(promised.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const after = present.paths[path]?.[method]
      const changes = after ? changesOf(before, after) : ['is gone']
      return changes.map((change) => `${method.toUpperCase()} ${path}: ${change}`)
    }),
  )
}

function changesOf(before: DocumentedOperation, after: DocumentedOperation): string[] {
  return [
    ...(before.operationId === after.operationId
      ? []
      : [`operationId was ${before.operationId}, which names a method`]),
    ...scopeChanges(before['x-scope'], after['x-scope']),
    ...(after['x-metered'] && !before['x-metered'] ? ['now counts against the month'] : []),
    ...parameterChanges(before.parameters, after.parameters),
    ...bodyChanges(before.requestBody, after.requestBody),
    ...answerChanges(before, after),
  ]
}

const openness = ['public', 'any']

/** A key that was enough must stay enough. */
function scopeChanges(before: string, after: string): string[] {
  const isWider = openness.includes(after) && (after === 'public' || before !== 'public')
  return before === after || isWider ? [] : [`needs the scope ${after}, not ${before}`]
}

function parameterChanges(before: Parameter[], after: Parameter[]): string[] {
  const keyOf = (parameter: Parameter) => `${parameter.in} parameter ${parameter.name}`
  const later = new Map(after.map((parameter) => [keyOf(parameter), parameter]))
  const earlier = new Set(before.map(keyOf))
  return [
    ...before.flatMap((parameter) => {
      const name = keyOf(parameter)
      const now = later.get(name)
      if (!now) return [`${name}: is gone`]
      return [
        ...(now.required && !parameter.required ? [`${name}: is now required`] : []),
        ...noLongerAccepted(parameter.schema, now.schema, name),
      ]
    }),
    ...after
      .filter((parameter) => parameter.required && !earlier.has(keyOf(parameter)))
      .map((parameter) => `${keyOf(parameter)}: is new and required`),
  ]
}

type Body = DocumentedOperation['requestBody']
const schemaOf = (content: { 'application/json'?: { schema: Schema } } | undefined): Schema | undefined =>
  content?.['application/json']?.schema

function bodyChanges(before: Body, after: Body): string[] {
  if (!before) return after?.required ? ['body: is new and required'] : []
  if (!after) return ['body: is gone']
  const [was, is] = [schemaOf(before.content), schemaOf(after.content)]
  return was && is ? noLongerAccepted(was, is, 'body') : []
}

function answerChanges(before: DocumentedOperation, after: DocumentedOperation): string[] {
  return Object.entries(before.responses).flatMap(([status, answer]) => {
    const now = after.responses[status]
    // An error that no longer happens harms nobody.
    if (!now) return Number(status) < 300 ? [`status ${status}: is gone`] : []
    const headers = Object.keys(answer.headers ?? {}).filter((name) => !(name in (now.headers ?? {})))
    const [was, is] = [schemaOf(answer.content), schemaOf(now.content)]
    return [
      ...headers.map((name) => `status ${status}: header ${name} is gone`),
      ...(was && !is ? [`status ${status}: has no body any more`] : []),
      ...(was && is ? noLongerUnderstood(was, is, `answer ${status}`) : []),
    ]
  })
}
