import type { EntryOf } from '../../../api/contract.ts'

export type AuditEntry = EntryOf<'listAuditEntries'>

/** What can be filtered by: the noun that actions begin with. */
export const nouns: { value: string; label: string }[] = [
  { value: 'answers', label: 'Imported answers' },
  { value: 'brand', label: 'Brands' },
  { value: 'competitor', label: 'Competitors' },
  { value: 'delivery', label: 'Deliveries' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'key', label: 'API keys' },
  { value: 'member', label: 'Members' },
  { value: 'organization', label: 'Organization' },
  { value: 'person', label: 'Accounts and sign-in' },
  { value: 'plan', label: 'Plan' },
  { value: 'prompt', label: 'Prompts' },
  { value: 'recommendation', label: 'Recommendations' },
  { value: 'run', label: 'Runs' },
  { value: 'schedule', label: 'Schedules' },
  { value: 'webhook', label: 'Webhooks' },
]

/** Those that are nobody in particular. */
export const actorWords: Record<Exclude<AuditEntry['actor']['kind'], 'person' | 'key'>, string> = {
  commandLine: 'The command line',
  schedule: 'The schedule',
  system: 'Sightline itself',
}

export function actorText(actor: AuditEntry['actor']): string {
  switch (actor.kind) {
    case 'person':
      return actor.email
    case 'key':
      return `API key ${actor.keyId}`
    default:
      return actorWords[actor.kind]
  }
}

/** `key.rotate_secret` → `key: rotate secret`. */
export function actionText(action: string): string {
  const [noun = '', ...verb] = action.split('.')
  return `${noun}: ${verb.join(' ').replaceAll('_', ' ')}`
}

export const detailText = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
