import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockFor } from '../packages/mcp/src/install/block.ts'
import { clients } from '../packages/mcp/src/install/clients.ts'
import { publishedLauncher } from '../packages/mcp/src/install/launcher.ts'
import { readyBlocks } from '../packages/web/src/pages/settings/keys/ready-blocks.ts'

const KEY = 'sl_live_0123456789'
const BASE = 'https://sightline.example/api/v1'
const settings = { apiKey: KEY, baseUrl: BASE, isReadOnly: false, toolsets: null, faults: [] }

test('the settings that a new key’s dialog shows are those that `sightline-mcp install` writes', () => {
  const blocks = new Map(readyBlocks(KEY, BASE).map(({ id, text }) => [id, text]))
  for (const client of clients) {
    const written = client.format.whole(blockFor(client, publishedLauncher('linux'), settings))
    assert.equal(spaceless(blocks.get(client.name)), spaceless(written), client.title)
  }
})

const spaceless = (text = ''): string => text.replaceAll(/\s/g, '')
