import { useNavigate } from '@tanstack/react-router'

/** Changes words of the address and keeps the others; undefined takes one away. The back button takes it back. */
export function useAddress(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  return (change) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, ...change }), resetScroll: false })
}
