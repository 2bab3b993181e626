import { useLayoutEffect, useState } from 'react'

/** What stands behind the `#` of a link, which browsers send to nobody; it is taken out of the address at once. */
export function useCodeOfLink(): string {
  const [code] = useState(() => globalThis.location.hash.slice(1))
  useLayoutEffect(() => {
    if (code !== '') globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname)
  }, [code])
  return code
}
