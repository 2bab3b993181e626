import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { choicesOf } from '../design/choices.ts'
import { Segments } from '../design/Segments.tsx'
import { DEFAULT_WINDOW, windowWords, type Window } from './search.ts'

/** The window of the address. */
export const useWindow = (): Window => useSearch({ from: '/signed-in/shell/brands/$brandId' }).window ?? DEFAULT_WINDOW

/** How many days the numbers of a page cover; it stands in the address. */
export function WindowPicker(): ReactNode {
  const window = useWindow()
  const navigate = useNavigate()
  return (
    <Segments
      label="Window"
      choices={choicesOf(windowWords)}
      value={window}
      onChoice={(next) =>
        void navigate({
          to: '.',
          search: (search: object) => ({ ...search, window: next === DEFAULT_WINDOW ? undefined : next }),
          replace: true,
        })
      }
    />
  )
}
