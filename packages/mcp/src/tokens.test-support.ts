/** Tokens of a value as JSON in o200k, the vocabulary of today's models; loaded once and when asked for: it is large. */
export async function tokensOf(value: unknown): Promise<number> {
  const encoder = await (opening ??= openEncoder())
  return encoder.encode(typeof value === 'string' ? value : JSON.stringify(value)).length
}

type Encoder = { encode(text: string): number[] }
let opening: Promise<Encoder> | undefined

async function openEncoder(): Promise<Encoder> {
  const [{ Tiktoken }, { default: ranks }] = await Promise.all([
    import('js-tiktoken/lite'),
    import('js-tiktoken/ranks/o200k_base'),
  ])
  return new Tiktoken(ranks)
}
