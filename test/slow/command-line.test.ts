import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runInProcess, type Ended, type Environment } from '../support/command-line.ts'
import { inPairs, openInstallation, read, type Installation } from '../support/installation.ts'

const generous = { timeout: 240_000 }

describe('the command line on a data folder', generous, () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  const run = (...args: string[]): Promise<Ended> => installation.run(...args)

  test('org create and key create print exactly what a script reads', async () => {
    const org = await run('org', 'create', '--name', 'Second', '--json')
    assert.match(org.out, /^\{"id":"org_[0-9a-z]{26}"\}\n$/)
    const key = await run('key', 'create', '--org', (read(org) as { id: string }).id, '--scopes', 'read-only', '--json')
    assert.match(key.out, /^\{"id":"key_[0-9a-z]{26}","key":"sl_live_[0-9A-Za-z]{38}"\}\n$/)
    for (const { code, err } of [org, key]) assert.deepEqual({ code, err }, { code: 0, err: '' })
  })

  test('org list shows name and plan, for people and for scripts', async () => {
    const { data } = read(await run('org', 'list', '--json')) as { data: { id: string; name: string; plan: string }[] }
    assert.ok(
      data.some(({ id, name, plan }) => id === installation.organizationId && name === 'First' && plan === 'pro'),
    )
    assert.match((await run('org', 'list')).out, new RegExp(`^${installation.organizationId}  pro +First$`, 'm'))
  })

  test('without --json a key stands alone on stdout, and what is said of it on stderr', async () => {
    const { out, err, code } = await run('key', 'create', '--org', installation.organizationId)
    assert.match(out, /^sl_live_[0-9A-Za-z]{38}\n$/)
    assert.match(err, /shown this once/)
    assert.doesNotMatch(err, /sl_live_/)
    assert.equal(code, 0)
  })

  test('what is wrongly asked ends with 2 and a sentence that says what to do, and changes nothing', async () => {
    const present = (await run('org', 'list', '--json')).out
    const of = ['--org', installation.organizationId]
    const wrong: [string[], RegExp][] = [
      [['org', 'create', '--name', 'X', '--plan', 'golden'], /no plan golden\. Plans: free, pro, business, agency/],
      [['org', 'create', '--name', '  '], /--name must not be empty/],
      [['org', 'create'], /required option '--name/],
      [['key', 'create', ...of, '--scopes', 'brands:read,everything'], /no scope everything\. Say "full", "read-only"/],
      [['key', 'create', '--org', 'org_nobody'], /no organization org_nobody\. "sightline org list"/],
      [['key', 'create'], /There are \d organizations; say which with --org/],
      [['key', 'create', ...of, '--expires', 'soon'], /--expires must be a date, for example/],
      [['key', 'create', ...of, '--expires', '2020-01-01'], /--expires must lie in the future/],
      [['key', 'create', ...of, '--brands', 'brd_none'], /brandIds\.0: Must be an id of the form brd_/],
      [['key', 'revoke', 'key_none', ...of], /no key key_none/],
      [['import', join(installation.folder, 'none.jsonl'), ...of, '--brand', 'Acme'], /none\.jsonl cannot be read/],
      [['measure', ...of, '--brand', 'Acme', '--prompt', 'x'], /No platform is set up\. Set at least one key/],
      [['measure', ...of, '--demo', '--brand', 'A', '--prompt', 'x', '--repeats', '99'], /--repeats must be a whole/],
      [['measure', ...of, '--demo', '--brand', 'A', '--prompt', 'x', '--platform', 'myspace'], /no platform myspace/],
      [['start', '--port', 'many'], /--port must be a number from 0 to 65535/],
      [['start', '--role', 'boss'], /--role must be all, api or worker/],
      [['conquer'], /unknown command 'conquer'/],
      [['verify', '--deeply'], /unknown option '--deeply'/],
    ]
    await inPairs(wrong, async ([args, says]) => {
      const { code, out, err } = await run(...args)
      assert.match(err, says)
      assert.deepEqual({ code, out }, { code: 2, out: '' }, args.join(' '))
      assert.doesNotMatch(err, STACK)
    })
    assert.equal((await run('org', 'list', '--json')).out, present)
  })

  test('an environment that is wrong is told by the variable’s name, without its value', async () => {
    const wrong: [Environment, RegExp][] = [
      [{ PORT: 'abc' }, /PORT: must be a whole number from 0 to 65535/],
      [{ SIGHTLINE_SECRET: 'tooshort' }, /SIGHTLINE_SECRET: must have at least 16 characters/],
      [{ DATABASE_URL: 'mysql://root:hidden@db/x' }, /DATABASE_URL: must start with postgres:\/\//],
      [{ OPENAI_BASE_URL: 'ftp://hidden' }, /OPENAI_BASE_URL: must start with http:\/\/ or https:\/\//],
    ]
    await inPairs(wrong, async ([added, says]) => {
      const { code, out, err } = await runInProcess(['org', 'list'], { ...installation.environment, ...added })
      assert.match(err, says)
      assert.deepEqual({ code, out }, { code: 2, out: '' })
      assert.doesNotMatch(err, STACK)
      assert.doesNotMatch(err, /tooshort|hidden/)
    })
  })

  test('every command explains itself', async () => {
    const commands = [
      [],
      ['start'],
      ['measure'],
      ['import'],
      ['org'],
      ['org', 'create'],
      ['org', 'list'],
      ['key'],
      ['key', 'create'],
      ['key', 'revoke'],
      ['migrate'],
      ['verify'],
      ['doctor'],
    ]
    await inPairs(commands, async (command) => {
      const { code, out } = await run(...command, '--help')
      assert.equal(code, 0, command.join(' '))
      assert.match(out, new RegExp(`^Usage: ${['sightline', ...command].join(' ')} `))
    })
    assert.match((await run('--version')).out, /^\d+\.\d+\.\d+/)
  })

  test('migrate has nothing to do a second time', async () => {
    assert.match((await run('migrate')).out, /^Nothing to do/)
    assert.deepEqual(read(await run('migrate', '--json')), { applied: [] })
  })

  test('import counts what is good, there already, and bad by its line, and shows the score', async () => {
    const file = join(installation.folder, 'answers.jsonl')
    const row = (id: string, text: string) =>
      JSON.stringify({ id, prompt: 'best crm', platform: 'ChatGPT', text, lang: 'en' })
    await writeFile(
      file,
      [
        row('1', 'Acme is the best.'),
        row('2', 'Globex is the best.'),
        '{ "id": "3", ',
        '',
        JSON.stringify({ id: '4', prompt: '', platform: 'chatgpt', text: 'x' }),
        row('1', 'Acme again.'),
        row('5', 'Take Acme or Globex.'),
      ].join('\n'),
    )
    const args = [
      'import',
      file,
      '--org',
      installation.organizationId,
      '--brand',
      'Acme',
      '--competitor',
      'Globex=Globex Inc',
    ]
    const first = await run(...args)
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /^Imported 3 answers; 1 were there already; 2 rejected\.\n/)
    assert.match(first.err, /line 3: invalid_json.*\n.*line 5: /)
    assert.match(first.out, /^composite +\d+ /m)
    const again = read(await run(...args, '--json')) as {
      accepted: number
      duplicates: number
      rejected: { line: number }[]
    }
    assert.equal(again.accepted, 0)
    assert.equal(again.duplicates, 4)
    assert.deepEqual(
      again.rejected.map(({ line }) => line),
      [3, 5],
    )
  })

  test('verify finds everything equal to what the raw answers give', async () => {
    const human = await run('verify')
    assert.deepEqual({ code: human.code, err: human.err }, { code: 0, err: '' })
    assert.match(human.out, /^equal \(3 answers recomputed\)\n$/)
    assert.deepEqual(read(await run('verify', '--json')), {
      equal: true,
      finished: true,
      answers: 3,
      unreadable: 0,
      differences: [],
      unfinished: [],
    })
    assert.match((await run('verify', '--help')).out, /Exit codes: 0 equal, 1 something differs, 2 wrongly asked, 3 /)
  })

  test('measure --demo gives a score that says it is simulated', async () => {
    const words = ['--brand', 'Simulated Co', '--competitor', 'Rival Co', '--prompt', 'best crm', '--prompt', 'top crm']
    const measure = ['measure', '--demo', '--org', installation.organizationId, ...words, '--platform', 'chatgpt']
    const { code, out, err } = await run(...measure, '--json')
    assert.equal(code, 0, err)
    const { run: ended, score } = JSON.parse(out) as {
      run: { status: string; stored: number; surface: string }
      score: { simulated: boolean; composite: number; platforms: { slug: string; surface: string }[] }
    }
    assert.deepEqual(
      { status: ended.status, stored: ended.stored, surface: ended.surface },
      { status: 'completed', stored: 2, surface: 'simulated' },
    )
    assert.equal(score.simulated, true)
    assert.deepEqual(
      score.platforms.map(({ slug, surface }) => [slug, surface]),
      [['chatgpt', 'simulated']],
    )
    const human = await run(...measure)
    assert.match(human.out, /SIMULATED: these answers were made up by the lab/)
  })

  test('doctor finds a good installation good, for people and for scripts', async () => {
    const human = await run('doctor')
    assert.equal(human.code, 0, human.out)
    assert.doesNotMatch(human.out, /✗/)
    const { good, findings } = read(await run('doctor', '--json')) as { good: boolean; findings: { check: string }[] }
    assert.equal(good, true)
    assert.deepEqual(
      findings.map(({ check }) => check),
      CHECKS.split(', '),
    )
  })

  test('doctor says what is wrong and ends with 1', async () => {
    const { code, out, err } = await runInProcess(['doctor'], {
      ...installation.environment,
      DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none',
    })
    assert.equal(code, 1)
    assert.match(out, /✗ database +The database of DATABASE_URL cannot be used: /)
    assert.doesNotMatch(out + err, /hidden/)
  })
})

const CHECKS =
  'node, data folder, secrecy, proxies, port, database, clock, disk, schema, role, indexes, tenants, writing, connections, listener, workers, queue, stuck jobs, poisoned jobs, platforms, webhooks, secrets, detector, unreadable answers, counts'
const STACK = /^ +at /m
