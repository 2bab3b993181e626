/** Markup that is safe to send: made by `html`, which escapes whatever is put into it. */
export type Html = { readonly markup: string }
export type Content = Html | string | number | null | false | Content[]

export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return { markup: parts.reduce((text, part, index) => text + markupOf(contents[index - 1] ?? null) + part) }
}

function markupOf(content: Content): string {
  if (content === null || content === false) return ''
  if (Array.isArray(content)) return content.map(markupOf).join('')
  return typeof content === 'object' ? content.markup : escaped(String(content))
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A sentence of the contract, where backticks mean code. */
export const prose = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** JSON with its keys, texts and numbers told apart; short lists of plain values stay on one line. */
export function json(value: unknown): Content[] {
  const lines = JSON.stringify(value, null, 2).replaceAll(
    /\[\n +([^[\]{} ][^[\]{}]{0,199}?)\n +\]/g,
    (list, inside: string) => {
      const line = `[${inside.replaceAll(/\n\s+/g, ' ')}]`
      return line.length <= 60 ? line : list
    },
  )
  const token = /("(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b)/
  return lines.split(token).map((part, index) => {
    if (index % 2 === 0) return part
    if (part.endsWith(':')) return html`<span class="key">${part.slice(0, -1)}</span>:`
    return html`<span class="${part.startsWith('"') ? 'text' : 'literal'}">${part}</span>`
  })
}

/** Code that can be scrolled with the keyboard too. */
export const code = (label: string, content: Content): Html =>
  html`<figure class="code">
    <figcaption>${label}</figcaption>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${content}</code></pre>
  </figure>`
