import { platformKey, platforms } from '@sightline/sdk'
import type { Handlers } from '../dispatcher.ts'

type MeasuringHandlers = Pick<Handlers, 'listPlatforms'>

export const measuringHandlers: MeasuringHandlers = {
  listPlatforms: async ({ services }) => ({
    data: platforms.map((entry) => {
      const available = services.platforms.find((platform) => platform.slug === entry.slug)
      return {
        slug: entry.slug,
        key: platformKey(entry.slug),
        label: entry.label,
        surface: available?.isSimulated ? ('simulated' as const) : entry.surface,
        isAvailable: available !== undefined,
        provider: available?.provider ?? null,
        exposesCitations: entry.exposes.citations,
        exposesSearches: entry.exposes.searches,
        locale: entry.locale,
        note: available?.isSimulated ? 'Simulated by the lab: its answers measure nothing real.' : entry.note,
      }
    }),
  }),
}
