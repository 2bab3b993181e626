/** Why Sightline does not start, or not work, where it is: what is wrong, and what to do about it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly says: string
  readonly remedy: string

  constructor(says: string, remedy: string, options?: ErrorOptions) {
    super(`${says} ${remedy}`, options)
    this.says = says
    this.remedy = remedy
  }
}
