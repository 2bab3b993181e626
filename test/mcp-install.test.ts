import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bareEnvironment, runInProcess, type Ended } from './support/mcp.ts'

const BIN = fileURLToPath(new URL('../packages/mcp/bin/sightline-mcp.js', import.meta.url))
const SIGHTLINE = fileURLToPath(new URL('../packages/server/bin/sightline.js', import.meta.url))
const KEY = 'sl_live_NEVERSHOWNTOANYBODY'

describe('sightline-mcp install', () => {
  let folder: string
  let home: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-install-'))
  })
  beforeEach(async () => {
    home = await mkdtemp(join(folder, 'home-'))
  })
  after(() => rm(folder, { recursive: true }))

  const run = async (args: string[], more: Record<string, string> = { SERVICE_API_KEY: KEY }, bin = BIN) => {
    const child = spawn(process.execPath, [bin, ...args], {
      env: { ...bareEnvironment(), HOME: home, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()))
    ;[ended.code] = (await once(child, 'close')) as [number | null]
    return keyless(ended)
  }
  /** The same without a process; whose home it is, only a process can be told. */
  const ask = async (args: string[], more: Record<string, string> = { SERVICE_API_KEY: KEY }) =>
    keyless(await runInProcess(args, { XDG_CONFIG_HOME: join(home, '.config'), ...more }))
  const keyless = (ended: Ended): Ended => {
    assert.doesNotMatch(ended.out + ended.err, /NEVERSHOWN/, 'the key is never printed')
    return ended
  }
  const put = async (path: string, text: string): Promise<string> => {
    const file = join(home, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return file
  }
  const entry = { command: process.execPath, args: [BIN], env: { SERVICE_API_KEY: KEY } }
  const backups = async (file: string): Promise<string[]> =>
    (await readdir(dirname(file))).filter((name) => name.includes('.before-sightline-'))

  test('makes the settings of a client that has none, for its owner alone', async () => {
    const { code, out } = await run(['install', '--client', 'cursor'])
    assert.equal(code, 0)
    const file = join(home, '.cursor/mcp.json')
    assert.match(out, new RegExp(`^Added to Cursor: ${file}\nRestart Cursor`))
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { mcpServers: { sightline: entry } })
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  test('merges into what is there, in its own indentation, keeps a backup, and does nothing the second time', async () => {
    const before = `${JSON.stringify({ theme: 'dark', mcpServers: { other: { command: 'x' }, sightline: { command: 'old' } } }, null, 4)}\n`
    const file = await put('.config/Claude/claude_desktop_config.json', before)
    assert.equal((await run(['install', '--client', 'claude-desktop', '--read-only'])).code, 0)
    const after = await readFile(file, 'utf8')
    assert.deepEqual(JSON.parse(after), {
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, sightline: { ...entry, env: { ...entry.env, SERVICE_READ_ONLY: '1' } } },
    })
    assert.match(after, /^ {4}"theme"/m)
    assert.equal((await stat(file)).mode & 0o077, 0, 'with a key in it, it is its owner’s alone')
    const [kept, ...more] = await backups(file)
    assert.deepEqual(more, [])
    assert.equal(await readFile(join(dirname(file), kept ?? ''), 'utf8'), before)
    const again = await run(['install', '--client', 'claude-desktop', '--read-only'])
    assert.match(again.out, /^Claude Desktop has it already/)
    assert.equal((await backups(file)).length, 1)
    assert.equal(await readFile(file, 'utf8'), after)
  })

  test('VS Code asks its user for the key: none is needed, and none is written', async () => {
    const file = await put('.config/Code/User/mcp.json', '{"servers": {}, "inputs": [{"id": "mine"}]}')
    assert.equal((await run(['install', '--client', 'vscode'])).code, 0)
    const text = await readFile(file, 'utf8')
    assert.doesNotMatch(text, /NEVERSHOWN/)
    assert.deepEqual(JSON.parse(text), {
      servers: { sightline: { type: 'stdio', ...entry, env: { SERVICE_API_KEY: '${input:sightline-api-key}' } } },
      inputs: [
        { id: 'mine' },
        { type: 'promptString', id: 'sightline-api-key', description: 'Sightline API key', password: true },
      ],
    })
  })

  test('in TOML only our own tables are replaced, every other line stays', async () => {
    const others = ['# my settings', 'model = "o"', '', '[mcp_servers.other]', 'command = "x" # [not a table]', '']
    const ours = ['[mcp_servers.sightline]', 'command = "old"', '[mcp_servers.sightline.env]', 'A = "b"', '']
    const file = await put('.codex/config.toml', [...others, ...ours, '[last]', 'a = 1', ''].join('\n'))
    assert.equal((await run(['install', '--client', 'codex'])).code, 0)
    assert.equal(
      await readFile(file, 'utf8'),
      [
        ...others,
        '[last]',
        'a = 1',
        '',
        '[mcp_servers.sightline]',
        `command = ${JSON.stringify(process.execPath)}`,
        `args = [${JSON.stringify(BIN)}]`,
        '',
        '[mcp_servers.sightline.env]',
        `SERVICE_API_KEY = "${KEY}"`,
        '',
      ].join('\n'),
    )
  })

  test('with --dry-run it says what it would write, without the key, and writes nothing', async () => {
    const file = await put('.config/Claude/claude_desktop_config.json', '{}')
    const { code, out } = await ask(['install', '--client', 'claude-desktop', '--dry-run'])
    assert.equal(code, 0)
    assert.match(
      out,
      new RegExp(`^Would change ${file}, with this in it:\n\n\\{[\\s\\S]*"SERVICE_API_KEY": "sl_live_…"`),
    )
    assert.equal(await readFile(file, 'utf8'), '{}')
    assert.deepEqual(await backups(file), [])
  })

  test('what it cannot understand it leaves alone, and shows what to add by hand', async () => {
    for (const text of ['{ // a comment\n}', '[]', '{"mcpServers": []}', 'nonsense']) {
      const file = await put('.config/Claude/claude_desktop_config.json', text)
      const { code, err } = await ask(['install', '--client', 'claude-desktop'])
      assert.equal(code, 2)
      assert.match(err, /was left as it is\. Add this to it:\n\n\{[\s\S]*"sightline"/)
      assert.equal(await readFile(file, 'utf8'), text)
    }
  })

  test('a link to the settings stays a link', async () => {
    const real = await put('dotfiles/mcp.json', '{}')
    await mkdir(join(home, '.cursor'))
    await symlink(real, join(home, '.cursor/mcp.json'))
    assert.equal((await run(['install', '--client', 'cursor'])).code, 0)
    assert.ok('mcpServers' in (JSON.parse(await readFile(real, 'utf8')) as object))
  })

  test('what is wrongly asked ends with 2 and says what to do', async () => {
    const wrong: [string[], RegExp, Record<string, string>?][] = [
      [['install'], /Say which client with --client: claude-desktop, cursor, vscode, codex/],
      [['install', '--client', 'emacs'], /Say which client/],
      [['install', '--client', 'cursor'], /Set SERVICE_API_KEY to your API key first/, {}],
      [['conquer'], /There is no command conquer/],
      [['--nonsense'], /Unknown option '--nonsense'/],
      [['config', '--client', 'emacs'], /There is no client emacs/],
    ]
    for (const [args, says, environment] of wrong) {
      const { code, out, err } = await ask(args, environment)
      assert.deepEqual({ code, out }, { code: 2, out: '' }, args.join(' '))
      assert.match(err, says)
    }
  })

  test('sightline mcp is the same command', async () => {
    const args = ['config', '--client', 'codex']
    const [own, alias] = await Promise.all([run(args), run(['mcp', ...args], { SERVICE_API_KEY: KEY }, SIGHTLINE)])
    assert.deepEqual(alias, own)
    assert.equal(alias.code, 0)
    assert.match((await run(['mcp', '--help'], {}, SIGHTLINE)).out, /^Usage: sightline-mcp/)
  })

  test('config prints a block for every client and links for the editors, which can be read back', async () => {
    const { code, out } = await run(['config'], {
      SERVICE_API_KEY: KEY,
      SERVICE_BASE_URL: 'https://sightline.example/',
    })
    assert.equal(code, 0)
    for (const title of ['Claude Desktop', 'Cursor', 'VS Code', 'Codex']) assert.ok(out.includes(`${title}\n`))
    const cursor = new URL(/^cursor:.*$/m.exec(out)?.[0] ?? '')
    const config = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString()
    const env = { SERVICE_API_KEY: '${env:SERVICE_API_KEY}', SERVICE_BASE_URL: 'https://sightline.example/api/v1' }
    assert.equal(cursor.searchParams.get('name'), 'sightline')
    assert.deepEqual(JSON.parse(config), { ...entry, env })
    const [, query = ''] = /^vscode:mcp\/install\?(.*)$/m.exec(out) ?? []
    const vscode = JSON.parse(decodeURIComponent(query)) as { env: object; inputs: { password: boolean }[] }
    assert.partialDeepStrictEqual(vscode, { name: 'sightline', type: 'stdio', inputs: [{ password: true }] })
    assert.partialDeepStrictEqual(vscode.env, { SERVICE_API_KEY: '${input:sightline-api-key}' })
  })
})
