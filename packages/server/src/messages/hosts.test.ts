import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOfHost } from './hosts.ts'

test('an address of a chat tool gets that tool’s format, any other gets the event', () => {
  for (const [url, format] of [
    ['https://hooks.slack.com/services/T000/B000/XXX', 'slack'],
    ['https://HOOKS.Slack.com/triggers/x', 'slack'],
    ['https://discord.com/api/webhooks/1/abc', 'discord'],
    ['https://discordapp.com/api/webhooks/1/abc?wait=true', 'discord'],
    ['https://canary.discord.com/api/v10/webhooks/1/abc', 'discord'],
    ['https://contoso.webhook.office.com/webhookb2/x', 'teams'],
    ['https://prod-12.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke', 'teams'],
    ['https://default0a.1b.environment.api.powerplatform.com/powerautomate/x', 'teams'],
    ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'googlechat'],
    ['https://example.com/hooks.slack.com', null],
    ['https://hooks.slack.com.evil.example/x', null],
    ['https://nothooks.slack.com/x', null],
    ['https://discord.com/channels/1', null],
    ['https://evil.example/?https://chat.googleapis.com/', null],
    ['https://logic.azure.com/x', null],
    ['https://user@evil.example/', null],
    ['not an address', null],
    ['', null],
  ] as const)
    assert.equal(formatOfHost(url), format, url)
})
