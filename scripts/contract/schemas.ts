import type { Schema } from './document.ts'

/** What a sender of values of `before` may be refused for by `after`. */
export function noLongerAccepted(before: Schema, after: Schema, at: string): string[] {
  if (!isSame(before['default'], after['default']) && before['default'] !== undefined)
    return [`${at}: its default was ${JSON.stringify(before['default'])}`]
  return compareVariants(variantsOf(before), variantsOf(after), at, narrowed, 'is no longer accepted')
}

/**
 * What a reader of values of `before` may stumble over in `after`. One more form of a union of objects is an addition, as
 * a new word in a list of words is; a form that was there must stay.
 */
export function noLongerUnderstood(before: Schema, after: Schema, at: string): string[] {
  const [were, are] = [variantsOf(before), variantsOf(after)]
  const forms = were.filter(isObject)
  const isUnion = forms.length > 1
  return [
    ...(isUnion ? compareVariants(forms, are.filter(isObject), at, widened, 'is gone') : []),
    ...compareVariants(
      are.filter((variant) => !isUnion || !isObject(variant)),
      were,
      at,
      (now, was, where) => widened(was, now, where),
      'is new here',
    ),
  ]
}

/** Each of `ones` must go with one of `others`; the closest of its kind says what is in the way. */
function compareVariants(
  ones: Schema[],
  others: Schema[],
  at: string,
  compare: (one: Schema, other: Schema, at: string) => string[],
  otherwise: string,
): string[] {
  return ones.flatMap((one) => {
    const compared = others.map((other) => ({ other, faults: compare(one, other, at) }))
    if (others.length === 0 || compared.some(({ faults }) => faults.length === 0)) return []
    const [closest] = compared
      .filter(({ other }) => tagOf(other) === tagOf(one) && kindOf(other) === kindOf(one))
      .toSorted((some, more) => some.faults.length - more.faults.length)
    return closest?.faults ?? [`${at}: ${tagOf(one) ?? kindOf(one)} ${otherwise}`]
  })
}

const isObject = ({ type }: Schema): boolean => type === 'object'

function variantsOf(schema: Schema): Schema[] {
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants)) return (variants as Schema[]).flatMap(variantsOf)
  if (Array.isArray(schema['type'])) return schema['type'].map((type: unknown) => ({ ...schema, type }))
  return [schema]
}

const kindOf = ({ type }: Schema): string => (typeof type === 'string' ? type : 'anything')

/** What tells one object of a union from the others: the first field that can have one value only. */
function tagOf(schema: Schema): string | undefined {
  const fields = Object.entries(fieldsOf(schema)).find(([, field]) => 'const' in field)
  return fields && `${fields[0]}=${JSON.stringify(fields[1]['const'])}`
}

function valuesOf(schema: Schema): unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

/** Inputs: what `before` allows and `after` does not. */
function narrowed(before: Schema, after: Schema, at: string): string[] {
  return [
    ...typeFault(before, after, at, 'is accepted as'),
    ...valueFault(before, after, at),
    ...ceilings
      .filter((key) => numberOf(after, key, Infinity) < numberOf(before, key, Infinity))
      .map(bounded(at, after)),
    ...floors
      .filter((key) => numberOf(after, key, -Infinity) > numberOf(before, key, -Infinity))
      .map(bounded(at, after)),
    ...forms.filter((key) => key in after && !isSame(after[key], before[key])).map(bounded(at, after)),
    ...narrowedFields(before, after, at),
    ...parts.flatMap((key) => both(before, after, key, at, noLongerAccepted)),
  ]
}

function narrowedFields(before: Schema, after: Schema, at: string): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const required = namesIn(after['required']).filter((name) => !namesIn(before['required']).includes(name))
  return [
    ...Object.entries(was).flatMap(([name, field]) => {
      const now = is[name]
      return now ? noLongerAccepted(field, now, `${at}.${name}`) : [`${at}.${name}: is gone`]
    }),
    ...required.map((name) => `${at}.${name}: is now required`),
    ...(after['additionalProperties'] === false && before['additionalProperties'] !== false
      ? [`${at}: takes no further fields`]
      : []),
  ]
}

/** Answers: what `after` may contain and `before` did not. */
function widened(before: Schema, after: Schema, at: string): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const certain = namesIn(after['required'])
  return [
    ...typeFault(after, before, at, 'was'),
    ...('const' in before && !isSame(before['const'], after['const'])
      ? [`${at}: was always ${text(before['const'])}`]
      : []),
    ...('format' in before && before['format'] !== after['format']
      ? [`${at}: its format was ${text(before['format'])}`]
      : []),
    ...Object.entries(was).flatMap(([name, field]) => {
      const now = is[name]
      return now ? noLongerUnderstood(field, now, `${at}.${name}`) : [`${at}.${name}: is gone`]
    }),
    ...namesIn(before['required'])
      .filter((name) => name in is && !certain.includes(name))
      .map((name) => `${at}.${name}: may be missing now`),
    ...parts.flatMap((key) => both(before, after, key, at, noLongerUnderstood)),
  ]
}

/** @param narrow its values must all be values of `wide` */
function typeFault(narrow: Schema, wide: Schema, at: string, word: string): string[] {
  const [one, other] = [narrow['type'], wide['type']]
  if (other === undefined || one === other || (one === 'integer' && other === 'number')) return []
  return [`${at}: ${word} ${text(other)}, not ${text(one ?? 'anything')}`]
}

function valueFault(before: Schema, after: Schema, at: string): string[] {
  const allowed = valuesOf(after)
  if (!allowed) return []
  const sent = valuesOf(before)
  if (!sent) return [`${at}: accepts only ${text(allowed)}`]
  const lost = sent.filter((value) => !allowed.some((one) => isSame(one, value)))
  return lost.length > 0 ? [`${at}: no longer accepts ${lost.map(text).join(', ')}`] : []
}

const ceilings = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const floors = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const forms = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'propertyNames']
const parts = ['items', 'additionalProperties'] as const

const bounded = (at: string, after: Schema) => (key: string) => `${at}: ${key} is now ${text(after[key])}`

const numberOf = (schema: Schema, key: string, otherwise: number): number => {
  const value = schema[key]
  return typeof value === 'number' ? value : otherwise
}

function both(
  before: Schema,
  after: Schema,
  key: (typeof parts)[number],
  at: string,
  compare: typeof noLongerAccepted,
): string[] {
  const [was, is] = [before[key], after[key]]
  return isSchema(was) && isSchema(is) ? compare(was, is, key === 'items' ? `${at}[]` : `${at}.*`) : []
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const fieldsOf = (schema: Schema): Record<string, Schema> => (schema['properties'] ?? {}) as Record<string, Schema>

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
