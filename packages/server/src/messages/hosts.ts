import type { MessageFormat } from './render.ts'

/**
 * The format that an address of a chat tool takes, or null for any other receiver: it gets the event itself.
 * Teams: addresses of its Workflows, and those of the old connectors that were moved to them.
 */
export function formatOfHost(url: string): MessageFormat | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  const host = parsed.hostname.replace(/\.$/, '')
  if (host === 'hooks.slack.com' || host === 'hooks.slack-gov.com') return 'slack'
  if (/^((canary|ptb)\.)?discord(app)?\.com$/.test(host) && /^\/api(\/v\d+)?\/webhooks\//.test(parsed.pathname))
    return 'discord'
  if (teamsHosts.some((ending) => host.endsWith(ending))) return 'teams'
  return host === 'chat.googleapis.com' ? 'googlechat' : null
}

const teamsHosts = ['.webhook.office.com', '.logic.azure.com', '.api.powerplatform.com']
