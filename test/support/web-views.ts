import type { Estate } from './estate.ts'

/** Every address of the application that needs a session, as a person of this organization would open it. */
export function everyView({ ids }: Estate): string[] {
  const brand = `/brands/${ids['brd']}`
  return [
    brand,
    `${brand}?window=28d`,
    `${brand}/platforms`,
    `${brand}/prompts`,
    `${brand}/prompts/${ids['prm']}`,
    `${brand}/answers`,
    `${brand}/answers?mentioned=true&platform=chatgpt`,
    `${brand}/answers/${ids['ans']}`,
    `${brand}/competitors`,
    `${brand}/competitors/${ids['cmp']}`,
    `${brand}/share-of-voice`,
    `${brand}/sources`,
    `${brand}/periods`,
    `${brand}/recommendations`,
    `${brand}/recommendations/${ids['rec']}`,
    `${brand}/site`,
    `${brand}/events`,
    `${brand}/runs`,
    `${brand}/runs/${ids['run']}`,
    '/welcome',
    '/usage',
    ...settings(ids['whk'] ?? ''),
  ]
}

/** Of an organization that has just been made, without a brand. */
export const emptyViews = (): string[] => ['/welcome', '/usage', ...settings(null)]

/** A brand's lists, with answers or before the first. */
export const brandViews = (brandId: string): string[] =>
  [
    '',
    '/platforms',
    '/prompts',
    '/answers',
    '/competitors',
    '/share-of-voice',
    '/sources',
    '/periods',
    '/recommendations',
    '/site',
    '/events',
    '/runs',
  ].map((page) => `/brands/${brandId}${page}`)

const settings = (webhookId: string | null): string[] => [
  '/settings/organization',
  '/settings/brands',
  '/settings/schedule',
  '/settings/members',
  '/settings/api-keys',
  '/settings/webhooks',
  ...(webhookId === null ? [] : [`/settings/webhooks/${webhookId}`]),
  '/settings/models',
  '/settings/integrations',
  '/settings/plan',
  '/settings/security',
  '/settings/audit',
]
