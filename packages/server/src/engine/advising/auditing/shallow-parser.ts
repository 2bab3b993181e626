import { Parser, type Handler, type ParserOptions } from 'htmlparser2'

/** As browsers keep it (512) or less: no page is nested so deeply, and the parser goes through its open elements at each tag. */
const MAX_DEPTH = 256

/**
 * A parser of pages and sitemaps that takes an element nested too deeply for an empty one: what stands in it then stands
 * beside it.
 */
export class ShallowParser extends Parser {
  #depth = 0
  #isTooDeep = false

  constructor(handler: Partial<Handler>, options?: ParserOptions) {
    super(
      {
        ...handler,
        onopentag: (name, attributes, isImplied) => {
          this.#depth += 1
          handler.onopentag?.(name, attributes, isImplied)
        },
        onclosetag: (name, isImplied) => {
          this.#depth -= 1
          handler.onclosetag?.(name, isImplied)
        },
      },
      options,
    )
  }

  override onopentagname(start: number, endIndex: number): void {
    this.#isTooDeep = this.#depth >= MAX_DEPTH
    super.onopentagname(start, endIndex)
  }

  override onclosetag(start: number, endIndex: number): void {
    this.#isTooDeep = false
    super.onclosetag(start, endIndex)
  }

  override isVoidElement(name: string): boolean {
    // An ignored second form has no name, and nothing to be closed.
    return (this.#isTooDeep && name !== '') || super.isVoidElement(name)
  }
}
