/** What this browser keeps under a name; null where it has nothing, or keeps nothing at all. */
export function readKept(name: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(name)
  } catch {
    return null
  }
}

/** Kept for the next time, where the browser allows it. */
export function keep(name: string, text: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): void {
  try {
    globalThis[storage].setItem(name, text)
  } catch {
    // Whoever reads it does without.
  }
}
