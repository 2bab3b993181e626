import type { FullFixture } from './full-fixture.ts'

/** Every address of the application that needs a session, as a person of this organization would open it. */
export function everyView({ ids }: FullFixture): string[] {
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

/** What somebody sees who is not signed in. Two addresses that differ behind the # only do not follow each other. */
export const entrances = (invitationToken: string): string[] => [
  '/sign-in',
  '/sign-in?problem=single_sign_on_failed',
  '/sign-up',
  '/set-up#a-code',
  '/open',
  `/invitations/${invitationToken}`,
  '/invitations/sl_invite_of-nobody',
  '/password-reset#a-code',
  '/set-up',
  '/password-reset',
  '/nowhere',
]

/** What opens over a page, by the names of the buttons that open it. */
export function openings({ ids }: FullFixture): [view: string, buttons: string[]][] {
  const brand = `/brands/${ids['brd']}`
  const webhook = `/settings/webhooks/${ids['whk']}`
  return [
    [brand, ['Go to …']],
    [`${brand}/prompts`, ['Add prompts', 'Suggest prompts']],
    [`${brand}/prompts/${ids['prm']}`, ['Edit']],
    [`${brand}/competitors`, ['Add a competitor', 'Edit Quorvane', 'Remove Quorvane']],
    [`${brand}/recommendations/${ids['rec']}`, ['Dismiss']],
    [`${brand}/runs`, ['Start a run']],
    ['/settings/brands', ['Edit Fernhold', 'Delete Fernhold']],
    ['/settings/organization', ['Delete organization …']],
    ['/settings/members', ['Invite somebody', 'Change role of The viewer', 'Remove The viewer', 'Leave', 'Take back']],
    ['/settings/api-keys', ['Create key', 'Edit Kept', 'Revoke Kept']],
    ['/settings/webhooks', ['Create webhook']],
    [webhook, ['Edit', 'Rotate secret', 'Delete', 'Recover failed …', 'Details of ']],
    ['/settings/security', ['Set it up']],
  ]
}
