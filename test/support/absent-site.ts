import type { SiteDoor } from '../../packages/server/src/pipeline/advising/fetch-site.ts'

/** Brands' own sites, none of which answers. */
export const absentSite: SiteDoor = {
  get: () => Promise.resolve({ kind: 'failed', reason: 'name_not_resolved', durationMs: 0 }),
}
