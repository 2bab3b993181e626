import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { Ended } from '../support/command-line.ts'
import { inPairs, openInstallation, read, type Installation } from '../support/installation.ts'

const generous = { timeout: 480_000 }

describe('people, keys and plans on the command line', generous, () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  const run = (...args: string[]): Promise<Ended> => installation.run(...args)

  test('a key is listed, changed and revoked, and its text is shown no second time', async () => {
    const of = ['--org', installation.organizationId]
    const { id, key } = read(await run('key', 'create', ...of, '--name', 'Loader', '--json')) as Record<string, string>
    const changed = read(
      await run('key', 'update', id!, ...of, '--scopes', 'brands:read', '--expires', '2099-01-31', '--json'),
    )
    const { scopes, expiresAt } = changed as { scopes: string[]; expiresAt: string }
    assert.deepEqual({ scopes, expiresAt }, { scopes: ['brands:read'], expiresAt: '2099-01-31T00:00:00.000Z' })
    const human = await run('key', 'list', ...of)
    assert.match(
      human.out,
      new RegExp(`^${id} +${key!.slice(0, 13)}…${key!.slice(-4)} +active +never used +1 +Loader$`, 'm'),
    )
    assert.deepEqual(read(await run('key', 'revoke', id!, ...of, '--json')), { id, revoked: true })
    const { data } = read(await run('key', 'list', ...of, '--json')) as { data: { id: string; status: string }[] }
    assert.equal(data.find((one) => one.id === id)?.status, 'revoked')
    assert.doesNotMatch(human.out + JSON.stringify(data), new RegExp(key!.slice(13, -4)))
  })

  test('an owner is invited with the organization, accepts, works with others, and the last one stays', async () => {
    const created = read(await run('org', 'create', '--name', 'Peopled', '--owner', 'Ada@acme.example', '--json'))
    const { id, invitation } = created as { id: string; invitation: { email: string; link: string } }
    assert.equal(invitation.email, 'ada@acme.example')
    assert.match(invitation.link, /^http:\/\/127\.0\.0\.1:4477\/invitations\/sl_invite_\w+$/)
    assert.equal((await run('member', 'accept', invitation.link, '--name', 'Ada Lovelace')).code, 0)
    const of = ['--org', id]
    await run('org', 'plan', id, 'pro')
    const invited = await run('member', 'invite', 'bob@acme.example', '--role', 'viewer', ...of)
    assert.match(invited.err, /No mail is sent, and the link is shown this once/)
    assert.equal((await run('member', 'accept', invited.out.trim(), '--name', 'Bob')).code, 0)
    assert.equal((await run('member', 'role', 'BOB@acme.example', 'admin', ...of)).code, 0)
    const { out } = await run('member', 'list', ...of)
    assert.match(out, /^usr_\w+ +ada@acme\.example +owner +Ada Lovelace$/m)
    assert.match(out, /^usr_\w+ +bob@acme\.example +admin +Bob$/m)
    assert.equal((await run('member', 'remove', 'bob@acme.example', ...of)).code, 0)
    const last = await run('member', 'remove', 'ada@acme.example', ...of)
    assert.deepEqual([last.code, last.out], [1, ''])
    assert.match(last.err, /This is the last owner/)
  })

  test('an address is verified by the operator, once, with a link to choose a password', async () => {
    const { id } = read(await run('org', 'create', '--name', 'Vouched', '--plan', 'pro', '--json')) as { id: string }
    const of = ['--org', id]
    const invited = await run('member', 'invite', 'eve@acme.example', ...of)
    assert.equal((await run('member', 'accept', invited.out.trim(), '--name', 'Eve')).code, 0)
    assert.match((await run('member', 'list', ...of)).out, /^usr_\w+ +eve@acme\.example +member +Eve$/m)
    // As the link would have made her: nobody vouched.
    await unverify('eve@acme.example')
    assert.match((await run('member', 'list', ...of)).out, /^usr_\w+ +eve@acme\.example \(unverified\) +member +Eve$/m)
    const verified = await run('member', 'verify', ' EVE@acme.example')
    assert.match(verified.out, /^http:\/\/127\.0\.0\.1:4477\/password-reset#[\w-]{43}\n$/)
    assert.match(verified.err, /eve@acme\.example is verified.*sessions ended.*to nobody else/)
    const again = await run('member', 'verify', 'eve@acme.example')
    assert.match(again.out, /^eve@acme\.example is verified since \d{4}-\d\d-\d\d, by the operator\.\n$/)
    const facts = read(await run('member', 'verify', 'eve@acme.example', '--json')) as Record<string, unknown>
    assert.deepEqual(
      { ...facts, verifiedAt: '' },
      { email: 'eve@acme.example', verifiedBy: 'operator', verifiedAt: '', link: null },
    )
    // Accepting for an account that nobody vouched for says what ended, and how to go on.
    await unverify('eve@acme.example')
    const elsewhere = await run('member', 'invite', 'eve@acme.example', '--org', installation.organizationId)
    const accepted = await run('member', 'accept', elsewhere.out.trim(), '--name', 'Eve')
    assert.match(accepted.err, /sessions ended\. "sightline member reset-password eve@acme\.example"/)
  })

  async function unverify(email: string): Promise<void> {
    const client = new Client({ connectionString: installation.ownerUrl })
    await client.connect()
    await client.query('update person set verified_at = null, verified_by = null where email = $1', [email])
    await client.end()
  }

  test('a plan is changed, a limit set and an organization deleted, each saying what it did', async () => {
    const { id } = read(await run('org', 'create', '--name', 'Fleeting', '--plan', 'pro', '--json')) as { id: string }
    for (const name of ['One', 'Two'])
      await writeFile(
        join(installation.folder, `${name}.jsonl`),
        JSON.stringify({ id: name, prompt: 'best', platform: 'chatgpt', text: name }),
      )
    for (const name of ['One', 'Two'])
      await run('import', join(installation.folder, `${name}.jsonl`), '--org', id, '--brand', name)
    const limited = await run('org', 'limits', id, '--calls-per-minute', '300')
    assert.match(limited.out, /^Fleeting may make 300 calls a minute\.$/m)
    const beyond = await run('org', 'limits', id, '--calls-per-minute', '601')
    assert.deepEqual([beyond.code, beyond.err], [1, 'The plan Pro allows at most 600 calls a minute, not 601.\n'])
    const beyondNext = await run('org', 'plan', 'Fleeting', 'free', '--keep-limits')
    assert.deepEqual(beyondNext, {
      code: 1,
      out: '',
      err: 'The plan Free allows at most 100 calls a minute, not 300.\n',
    })
    const smaller = await run('org', 'plan', 'Fleeting', 'free')
    assert.match(
      smaller.out,
      /^Fleeting has the plan Free\.\nThe limit of 300 calls a minute ended with the previous plan; it is 20 now\. Use --keep-limits to keep a limit\.\nPaused, to be read and not deleted:\n {2}brand brd_\w+\n$/,
    )
    await run('org', 'limits', id, '--calls-per-minute', '50')
    const larger = read(await run('org', 'plan', id, 'agency', '--keep-limits', '--json')) as {
      resumed: { brandIds: string[] }
      organization: { callsPerMinute: number }
      endedLimits: { callsPerMinute: null }
    }
    assert.equal(larger.resumed.brandIds.length, 1)
    assert.equal(larger.organization.callsPerMinute, 50)
    assert.deepEqual(larger.endedLimits, { callsPerMinute: null })
    const refused = await run('org', 'delete', id, '--confirm', 'fleeting')
    assert.equal(refused.code, 2)
    assert.match(refused.err, /Everything of Fleeting would be deleted\. Repeat its name/)
    const deleted = await run('org', 'delete', id, '--confirm', 'Fleeting')
    assert.match(deleted.out, /^Deleted Fleeting with all that belonged to it\.$/m)
    assert.doesNotMatch((await run('org', 'list')).out, /Fleeting/)
  })

  test('what is wrongly asked ends with a sentence that says what to do, and changes nothing', async () => {
    const present = (await run('org', 'list', '--json')).out
    const of = ['--org', installation.organizationId]
    const wrong: [string[], RegExp][] = [
      [
        ['key', 'create', ...of, '--brands', 'brd_01kabcdefghjkmnpqrstvwxyz0'],
        /no brand brd_01kabcdefghjkmnpqrstvwxyz0/,
      ],
      [['key', 'update', 'key_none', ...of], /Say what to change: --name, --scopes, --brands or --expires/],
      [['org', 'plan', 'org_nobody', 'pro'], /no organization org_nobody/],
      [['org', 'limits', installation.organizationId, '--calls-per-minute', 'many'], /a whole number, or "plan"/],
      [['member', 'invite', 'nobody', ...of], /Must be an e-mail address/],
      [['member', 'invite', 'a@acme.example', ...of, '--role', 'boss'], /no role boss\. Roles: viewer, member/],
      [['member', 'role', 'a@acme.example', 'admin', ...of], /a@acme.example is no member/],
      [['member', 'accept', 'nonsense', '--name', ' '], /--name: Must not be empty/],
      [['member', 'verify', 'nobody'], /nobody: Must be an e-mail address/],
    ]
    await inPairs(wrong, async ([args, says]) => {
      const { code, out, err } = await run(...args)
      assert.match(err, says)
      assert.deepEqual({ code, out }, { code: 2, out: '' }, args.join(' '))
    })
    const unknown = await run('member', 'accept', 'nonsense', '--name', 'Ada')
    assert.deepEqual([unknown.code, unknown.out], [1, ''])
    assert.match(unknown.err, /There is no such invitation/)
    assert.equal((await run('org', 'list', '--json')).out, present)
  })

  test('every one of these commands explains itself', async () => {
    const commands = [
      ...['plan', 'limits', 'delete'].map((name) => ['org', name]),
      ...['list', 'update'].map((name) => ['key', name]),
      ['member'],
      ...['list', 'invite', 'accept', 'verify', 'role', 'remove'].map((name) => ['member', name]),
    ]
    await inPairs(commands, async (command) => {
      const { code, out } = await run(...command, '--help')
      assert.equal(code, 0, command.join(' '))
      assert.match(out, new RegExp(`^Usage: ${['sightline', ...command].join(' ')} `))
    })
  })
})
