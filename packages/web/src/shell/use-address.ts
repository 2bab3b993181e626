import { useNavigate } from '@tanstack/react-router'

/**
 * Changes words of the address and keeps the others; undefined or nothing typed takes one away. The back button takes it
 * back.
 */
export function useAddress(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  return (change) => {
    const words = Object.fromEntries(Object.entries(change).map(([name, word]) => [name, word || undefined]))
    void navigate({ to: '.', search: (search: object) => ({ ...search, ...words }), resetScroll: false })
  }
}
