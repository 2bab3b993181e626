import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { areLettersOn, brandKeys, wishOf, type BrandKey } from './shortcuts.ts'
import { useBrandId } from './use-brand-id.ts'

/** Keys of the whole application. What is typed into a field, or pressed in a dialog, is left alone. */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const navigate = useNavigate()
  const brandId = useBrandId()
  const goAtMs = useRef<number | null>(null)
  useEffect(() => {
    const go = (key: string): void => {
      if (key === 'u') void navigate({ to: '/usage' })
      else if (key === 't') void navigate({ to: '/settings/organization' })
      else if (brandId !== undefined && Object.hasOwn(brandKeys, key))
        // Its own keys only, as asked above.
        void navigate({ to: brandKeys[key as BrandKey], params: { brandId } })
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.altKey) return
      const isDialogOpen = document.querySelector('dialog[open]') !== null
      const pressed = {
        key: event.key,
        isCommand: event.metaKey || event.ctrlKey,
        isTaken: isDialogOpen || isTypedInto(event.target),
        isRepeated: event.repeat,
      }
      const since = goAtMs.current === null ? null : event.timeStamp - goAtMs.current
      const wish = isDialogOpen ? null : wishOf(pressed, since, areLettersOn())
      const isGo = event.key === 'g' && !pressed.isCommand && !pressed.isTaken && wish === null
      goAtMs.current = isGo ? event.timeStamp : null
      if (wish === null) return
      event.preventDefault()
      if (wish.kind === 'palette') onPalette()
      else if (wish.kind === 'help') onHelp()
      else if (wish.kind === 'find') focusFirstFilter()
      else go(wish.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('textarea, select, input:not([type=checkbox], [type=radio], [type=button])') !== null)

function focusFirstFilter(): void {
  document.querySelector<HTMLElement>('main [role=search] :is(input, select, textarea)')?.focus()
}
