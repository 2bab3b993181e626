import type { SightlineEvent } from '@sightline/sdk'
import { discordMessage } from './discord.ts'
import { eventNotice } from './event-notice.ts'
import { googleChatMessage } from './google-chat.ts'
import type { Notice } from './notice.ts'
import { slackMessage } from './slack.ts'
import { teamsMessage } from './teams.ts'

export type MessageFormat = 'slack' | 'discord' | 'teams' | 'googlechat'

export type MessageOptions = {
  brandName: string
  /** Where the change can be looked at; what is no `http` or `https` address is left out. */
  dashboardUrl: string | null
  /** Whether it was asked for as a test: the message says so. */
  isTest: boolean
}

/**
 * An event as a message of a chat tool: a JSON value to be sent as it is, at most 20 kB, within the vendor's limits.
 * All texts of the event are taken as untrusted and escaped.
 */
export function renderMessage(format: MessageFormat, event: SightlineEvent, options: MessageOptions): unknown {
  return writers[format](eventNotice(event, options))
}

export const writers: Record<MessageFormat, (notice: Notice) => unknown> = {
  slack: slackMessage,
  discord: discordMessage,
  teams: teamsMessage,
  googlechat: googleChatMessage,
}
