import { resolved, type Document, type Schema } from './document.ts'
import { html, prose, type Content, type Html } from './html.ts'

/** The fields of an object, nested as they are in it; of a union those of each form. */
export function fields(document: Document, schema: Schema): Content {
  const object = objectIn(document, schema)
  if (object?.properties)
    return html`<ul class="fields">
      ${Object.entries(object.properties).map(([name, field]) =>
        item(document, name, field, object.required?.includes(name) ?? false),
      )}
    </ul>`
  return variantsOf(innermost(document, schema))
    .filter((variant) => objectIn(document, variant)?.properties)
    .map((variant) => [html`<p class="variant">${nameOf(variant)}</p>`, fields(document, variant)])
}

/** Of a list its items. */
function innermost(document: Document, asked: Schema): Schema {
  const schema = resolved(document, asked)
  return schema.items ? innermost(document, schema.items) : schema
}

/** What tells one form of a union from the others: the first field that can have one value only. */
function nameOf({ properties = {} }: Schema): string {
  const tag = Object.entries(properties).find(([, field]) => field.const !== undefined)
  return tag ? `When ${tag[0]} is ${JSON.stringify(tag[1].const)}` : 'Or'
}

/** One field or parameter: name, type, whether it must be there, what it means, what is in it. */
export function item(document: Document, name: string, schema: Schema, isRequired: boolean): Html {
  const { description } = schema
  return html`<li>
    <code class="name">${name}</code> <span class="type">${typeText(document, schema)}</span>${
      isRequired ? null : html` <span class="optional">optional</span>`
    }${schema['x-untrusted'] === true && html` <span class="untrusted">untrusted text</span>`}${
      description !== undefined && html`<div class="meaning">${prose(description)}</div>`
    }${fields(document, schema)}
  </li>`
}

/** A type in words: `array of string, at most 50`. */
export function typeText(document: Document, asked: Schema): string {
  const schema = resolved(document, asked)
  const variants = variantsOf(schema)
  if (variants.length > 1) return [...new Set(variants.map((variant) => typeText(document, variant)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') return withBounds(`array of ${typeText(document, schema.items ?? {})}`, schema)
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties)
    return `map of ${typeText(document, schema.additionalProperties)}`
  return withBounds(schema.format ?? String(schema.type ?? 'anything'), schema)
}

/** The limits of safe integers are nobody's business. */
const isTold = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function withBounds(type: string, schema: Schema): string {
  const { minimum, maximum } = schema
  const most = schema.maxLength ?? schema.maxItems
  const range =
    isTold(minimum) && isTold(maximum) ? `${minimum}–${maximum}` : isTold(minimum) ? `from ${minimum}` : null
  return [
    type,
    range,
    most === undefined ? null : most === schema.minItems ? `exactly ${most}` : `at most ${most}`,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

function variantsOf(schema: Schema): Schema[] {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/** The object in a field: itself, of a list its items, beside null the other. */
function objectIn(document: Document, asked: Schema): Schema | null {
  const schema = resolved(document, asked)
  if (schema.properties) return schema
  if (schema.items) return objectIn(document, schema.items)
  if (typeof schema.additionalProperties === 'object') return objectIn(document, schema.additionalProperties)
  const others = variantsOf(schema).filter((variant) => variant.type !== 'null' && variant !== schema)
  return others.length === 1 && others[0] ? objectIn(document, others[0]) : null
}
