import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMcp } from './support/mcp.ts'

test('a message that is too long, or is none, is told or left out, and the conversation goes on', async () => {
  const mcp = await openMcp({})
  const before = (await mcp.tools()).length
  const line = `{"jsonrpc":"2.0","id":77,"method":"tools/list","params":{"cursor":"${'a'.repeat(11_000_000)}"}}\n`
  mcp.child.stdin?.write(line)
  mcp.child.stdin?.write('no message\n')
  assert.equal((await mcp.tools()).length, before)
  const refused = mcp.lines.filter((text) => text.includes('"error"')).map((text) => JSON.parse(text) as unknown)
  assert.deepEqual(refused, [
    {
      jsonrpc: '2.0',
      error: { code: -32_600, message: 'A message may have 4194304 bytes. Send less at once.' },
    },
  ])
  assert.equal(await mcp.close(), 0)
})
