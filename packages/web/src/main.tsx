import '@fontsource-variable/inter/wght.css'
import './design/tokens.css'
import './design/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createDoor, ProblemError } from './api/door.ts'
import { DoorContext } from './api/use-api.ts'
import { createAppRouter } from './router.tsx'
import { applyTheme, chosenTheme } from './shell/theme.ts'

applyTheme(chosenTheme())

const door = createDoor((input, init) => fetch(input, init))
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a connection a read fails and says so; paused, it would seem to load for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
      // What was refused stays refused; a service that is away for a moment is asked again.
      retry: (failures, error) => failures < 2 && !(error instanceof ProblemError && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
})
const router = createAppRouter()

// index.html has it.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <DoorContext value={door}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </DoorContext>
  </StrictMode>,
)
