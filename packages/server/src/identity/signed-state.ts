import type { IdentityContext } from './context.ts'

/** What a browser carries from one step of signing in to the next: sealed, and good for a while. */
export type SignedState<Content> = {
  seal(context: IdentityContext, content: Content): string
  /** @returns null: it is none of these, or no longer good */
  open(context: IdentityContext, text: string): Content | null
}

/** @param purpose what was sealed for another one does not open */
export function signedState<Content>(purpose: string, lifeMs: number): SignedState<Content> {
  type Sealed = { content: Content; expiresAtMs: number }
  return {
    seal: ({ services, now }, content) => {
      const sealed: Sealed = { content, expiresAtMs: now.getTime() + lifeMs }
      return services.encryption.seal(JSON.stringify(sealed), purpose).toString('base64url')
    },
    open: ({ services, now }, text) => {
      try {
        // Sealed above, so it holds what was put in there.
        const opened = JSON.parse(services.encryption.unseal(Buffer.from(text, 'base64url'), purpose)) as Sealed
        return opened.expiresAtMs < now.getTime() ? null : opened.content
      } catch {
        return null
      }
    },
  }
}
