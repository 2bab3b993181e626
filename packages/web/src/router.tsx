import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { answerWords } from './pages/answers/asked.ts'
import { Gate } from './shell/Gate.tsx'
import { Broken, NotFound, Root } from './shell/Root.tsx'
import { readFilters, textOf } from './shell/search.ts'
import { Shell } from './shell/Shell.tsx'

/** A list's filters are its own; they stand in the address too. */
const readWords =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string | undefined } => {
    const found: { [Key in Name]?: string | undefined } = {}
    for (const name of names) {
      const text = textOf(search[name])
      if (text !== undefined) found[name] = text
    }
    return found
  }

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Broken })

/** Pages of somebody who is not signed in yet. */
const entrance = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: readWords('next', 'problem'),
    component: lazyRouteComponent(() => import('./pages/entrance/SignIn.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/open',
    component: lazyRouteComponent(() => import('./pages/entrance/Open.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-up',
    component: lazyRouteComponent(() => import('./pages/entrance/SetUp.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./pages/entrance/SignUp.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/password-reset',
    component: lazyRouteComponent(() => import('./pages/entrance/PasswordReset.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitations/$token',
    component: lazyRouteComponent(() => import('./pages/entrance/Invitation.tsx')),
  }),
] as const

/** Whoever is here is signed in. */
const gate = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Gate })
const shell = createRoute({ getParentRoute: () => gate, id: 'shell', component: Shell })

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/Home.tsx')),
})
const welcome = createRoute({
  getParentRoute: () => shell,
  path: '/welcome',
  validateSearch: readWords('brandId', 'step'),
  component: lazyRouteComponent(() => import('./pages/welcome/Welcome.tsx')),
})
const usage = createRoute({
  getParentRoute: () => shell,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage/Usage.tsx')),
})

/** Every page of a brand can be asked for a window, a platform, a topic. */
const brand = createRoute({
  getParentRoute: () => shell,
  path: '/brands/$brandId',
  validateSearch: readFilters,
  search: { middlewares: [retainSearchParams(['window'])] },
})

const brandPages = [
  createRoute({
    getParentRoute: () => brand,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/overview/Overview.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/platforms',
    component: lazyRouteComponent(() => import('./pages/platforms/Platforms.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/prompts',
    validateSearch: readWords('status', 'tag', 'search', 'branded'),
    component: lazyRouteComponent(() => import('./pages/prompts/Prompts.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/prompts/$promptId',
    component: lazyRouteComponent(() => import('./pages/prompts/Prompt.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/answers',
    validateSearch: readWords(...answerWords),
    component: lazyRouteComponent(() => import('./pages/answers/Answers.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/answers/$answerId',
    component: lazyRouteComponent(() => import('./pages/answers/Answer.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/competitors',
    component: lazyRouteComponent(() => import('./pages/competitors/Competitors.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/competitors/$competitorId',
    component: lazyRouteComponent(() => import('./pages/competitors/HeadToHead.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/share-of-voice',
    validateSearch: readWords('basis', 'every'),
    component: lazyRouteComponent(() => import('./pages/share-of-voice/ShareOfVoice.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/periods',
    validateSearch: readWords('aFrom', 'aTo', 'bFrom', 'bTo'),
    component: lazyRouteComponent(() => import('./pages/periods/Periods.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/sources',
    validateSearch: readWords('view', 'domain', 'owner', 'by'),
    component: lazyRouteComponent(() => import('./pages/sources/Sources.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/recommendations',
    validateSearch: readWords('status', 'effort', 'kind'),
    component: lazyRouteComponent(() => import('./pages/recommendations/Recommendations.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/recommendations/$recommendationId',
    component: lazyRouteComponent(() => import('./pages/recommendations/Recommendation.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/site',
    component: lazyRouteComponent(() => import('./pages/site/Site.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/events',
    validateSearch: readWords('type', 'days'),
    component: lazyRouteComponent(() => import('./pages/events/Events.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/runs',
    component: lazyRouteComponent(() => import('./pages/runs/Runs.tsx')),
  }),
  createRoute({
    getParentRoute: () => brand,
    path: '/runs/$runId',
    component: lazyRouteComponent(() => import('./pages/runs/Run.tsx')),
  }),
] as const

const settings = [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/organization',
    component: lazyRouteComponent(() => import('./pages/settings/Organization.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/brands',
    component: lazyRouteComponent(() => import('./pages/settings/Brands.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/schedule',
    validateSearch: readWords('brandId'),
    component: lazyRouteComponent(() => import('./pages/settings/Schedule.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/members',
    component: lazyRouteComponent(() => import('./pages/settings/Members.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/api-keys',
    validateSearch: readWords('status'),
    component: lazyRouteComponent(() => import('./pages/settings/ApiKeys.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/webhooks',
    component: lazyRouteComponent(() => import('./pages/settings/Webhooks.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/webhooks/$webhookId',
    validateSearch: readWords('status', 'deliveryId'),
    component: lazyRouteComponent(() => import('./pages/settings/Webhook.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/models',
    component: lazyRouteComponent(() => import('./pages/settings/Models.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/integrations',
    validateSearch: readWords('dataset'),
    component: lazyRouteComponent(() => import('./pages/settings/Integrations.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/plan',
    component: lazyRouteComponent(() => import('./pages/settings/Plan.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/security',
    component: lazyRouteComponent(() => import('./pages/settings/Security.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/audit',
    validateSearch: readWords('action', 'actor', 'from', 'to'),
    component: lazyRouteComponent(() => import('./pages/settings/Audit.tsx')),
  }),
] as const

const routeTree = root.addChildren([
  ...entrance,
  gate.addChildren([shell.addChildren([home, welcome, usage, brand.addChildren([...brandPages]), ...settings])]),
])

export function createAppRouter() {
  return createRouter({ routeTree, scrollRestoration: true, defaultPreload: 'intent' })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
