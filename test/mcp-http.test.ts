import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { openMcp, runInProcess, type McpProcess } from './support/mcp.ts'
import { eventually } from './support/eventually.ts'

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

describe('the loopback switch', { timeout: 240_000 }, () => {
  let mcp: McpProcess
  let port: string

  before(async () => {
    // Nothing here asks the API.
    mcp = await openMcp({}, { args: ['--http', '0'], isPipe: false })
    const said = (): RegExpExecArray | null => /listening on http:\/\/127\.0\.0\.1:(\d+)\//.exec(mcp.stderr())
    await eventually(() => said() !== null)
    port = said()?.[1] ?? ''
  })
  after(() => {
    mcp.child.kill()
  })

  /** With any Host header, which `fetch` would not send. */
  const ask = ({ method = 'POST', headers = {}, body }: Asked): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, method, headers: { ...usual, ...headers } }, async (response) => {
        const pieces: Buffer[] = []
        for await (const piece of response) pieces.push(piece as Buffer)
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() })
      })
      call.once('error', reject).end(body)
    })
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const greeting = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })

  test('greets over HTTP as over a pipe', async () => {
    const { status, text } = await ask({ body: greeting })
    assert.equal(status, 200)
    assert.match(text, /"serverInfo":\{"name":"sightline"/)
  })

  test('a name that was pointed here, or a page of another origin, is refused before anything is read', async () => {
    const strangers: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'localhost.evil.example' },
      { host: '127.0.0.1.evil.example:80' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
    ]
    for (const headers of strangers) {
      const { status, text } = await ask({ headers, body: greeting })
      assert.equal(status, 403, JSON.stringify(headers))
      assert.doesNotMatch(text, /serverInfo/)
    }
    for (const headers of [
      { host: `localhost:${port}` },
      { origin: 'http://localhost:6274' },
      { origin: `http://127.0.0.1:${port}` },
    ])
      assert.equal((await ask({ headers, body: greeting })).status, 200, JSON.stringify(headers))
  })

  test('a broken request does not stop it', async () => {
    assert.ok((await ask({ body: '{' })).status >= 400)
    assert.ok((await ask({ method: 'GET' })).status >= 400)
    assert.ok((await ask({ body: 'x'.repeat(5_000_000) })).status >= 400)
    assert.equal((await ask({ body: greeting })).status, 200)
  })

  test('it listens on this machine alone', async () => {
    for (const where of ['0.0.0.0:0', '[::]:0', '10.0.0.1:80', 'example.com:80', '70000', 'x']) {
      const { code, err } = await runInProcess(['--http', where])
      assert.equal(code, 2, where)
      assert.match(err, /--http takes a port of this machine/)
    }
  })
})
