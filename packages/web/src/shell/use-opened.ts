import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Opens what the address asks for behind its `#`, once: the palette leads to a dialog of a page by it. */
export function useOpened(name: string, open: () => void): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== name) return
    open()
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each address, whatever `open` is by then
  }, [hash, name])
}
