import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createAuthority } from '../support/certificates.ts'
import { runInProcess, start, type Environment } from '../support/command-line.ts'
import { openInstallation, read, type Installation } from '../support/installation.ts'

const generous = { timeout: 480_000 }
/** No demo. */
const measuring = { OPENAI_API_KEY: 'sk-openai-of-the-test' }
const PUBLIC = 'https://sightline.example.com'

describe('links that commands print', generous, () => {
  let installation: Installation
  let count = 0

  before(async () => {
    installation = await openInstallation()
    // A seat for each invitation.
    await installation.run('org', 'plan', installation.organizationId, 'agency')
    const invited = (await invite()).link
    await installation.run('member', 'accept', invited, '--name', 'Ada')
  })
  after(() => installation.close())

  const run = (args: string[], added: Environment) => runInProcess(args, { ...installation.environment, ...added })
  async function invite(added: Environment = {}): Promise<{ link: string; err: string }> {
    count += 1
    const email = count === 1 ? 'ada@acme.example' : `person-${count}@acme.example`
    const ended = await run(['member', 'invite', email, '--org', installation.organizationId, '--json'], added)
    return { link: (read(ended) as { link: string }).link, err: ended.err }
  }

  /** Every command that prints a link to the web application. */
  async function links(added: Environment = {}): Promise<{ addresses: string[]; err: string }> {
    const [invited, owned, reset] = await Promise.all([
      invite(added),
      run(['org', 'create', '--name', 'Other', '--owner', 'owner@acme.example', '--json'], added),
      run(['member', 'reset-password', 'ada@acme.example', '--json'], added),
    ])
    const { invitation } = read(owned) as { invitation: { link: string } }
    const { link } = read(reset) as { link: string }
    const all = [invited.link, invitation.link, link]
    return { addresses: all.map((one) => new URL(one).origin), err: invited.err + owned.err + reset.err }
  }

  async function whileRunning<Result>(
    args: string[],
    environment: Environment,
    work: (address: string, said: string) => Promise<Result>,
  ): Promise<Result> {
    const running = start(['start', ...args], { ...installation.environment, ...measuring, ...environment })
    try {
      const [, address = ''] = await running.says(/Address +(\S+)\/api\/v1/)
      await running.says(/(Open|Set up) +http/)
      return await work(address, running.out())
    } finally {
      await running.stop()
    }
  }

  test('without a running server and without SIGHTLINE_PUBLIC_URL they follow the settings, and say that this is a guess', async () => {
    const { addresses, err } = await links({ PORT: '4999', HOST: '127.0.0.2' })
    assert.deepEqual(addresses, Array(3).fill('http://127.0.0.2:4999'))
    assert.equal(
      err.match(/No server is running here, so this link starts with http:\/\/127\.0\.0\.2:4999, from HOST and PORT/g)
        ?.length,
      3,
    )
    assert.match(err, /SIGHTLINE_PUBLIC_URL/)
  })

  test('they name the running server, whatever port it was given, and no longer when it has ended', async () => {
    const told = await whileRunning(['--port', '0'], {}, async (address) => {
      assert.deepEqual(await links(), { addresses: Array(3).fill(address), err: '' })
      assert.deepEqual((await links({ PORT: '4999' })).addresses, Array(3).fill(address))
      return address
    })
    const { addresses, err } = await links()
    assert.ok(!addresses.includes(told))
    assert.match(err, /No server is running here/)
  })

  test('a server that was killed is not named', async () => {
    const running = start(['start', '--port', '0'], { ...installation.environment, ...measuring })
    const [, address = ''] = await running.says(/Address +(\S+)\/api\/v1/)
    await running.says(/(Open|Set up) +http/)
    // The service is a child of the command.
    const closed = once(running.child, 'close')
    process.kill(-running.child.pid!, 'SIGKILL')
    await closed
    const { addresses, err } = await links()
    assert.ok(!addresses.includes(address))
    assert.match(err, /No server is running here/)
  })

  test('they name a server that speaks TLS or listens on another host as it is reached', async () => {
    const { cert, key } = await (await createAuthority()).issue('localhost')
    const files = {
      TLS_CERT_FILE: join(installation.folder, 'cert.pem'),
      TLS_KEY_FILE: join(installation.folder, 'key.pem'),
    }
    await writeFile(files.TLS_CERT_FILE, cert)
    await writeFile(files.TLS_KEY_FILE, key)
    await whileRunning(['--port', '0', '--host', 'localhost'], files, async (address) => {
      assert.match(address, /^https:\/\/localhost:\d+$/)
      assert.deepEqual(await links(), { addresses: Array(3).fill(address), err: '' })
    })
    const { addresses } = await links({ ...files, HOST: 'localhost' })
    assert.deepEqual(addresses, Array(3).fill('https://localhost:4477'))
  })

  test('with several servers they name one that runs, and say that there are others', async () => {
    await whileRunning(['--port', '0', '--role', 'api'], {}, (one) =>
      whileRunning(['--port', '0'], {}, async (other) => {
        const { addresses, err } = await links()
        for (const address of addresses) assert.ok([one, other].includes(address))
        assert.match(err, new RegExp(`Several servers are running .*${one}.*${other}`))
      }),
    )
  })

  test('SIGHTLINE_PUBLIC_URL stands before everything else, in what start prints too', async () => {
    const added = { SIGHTLINE_PUBLIC_URL: PUBLIC }
    assert.deepEqual(await links(added), { addresses: Array(3).fill(PUBLIC), err: '' })
    await whileRunning(['--port', '0'], added, async (_address, said) => {
      assert.deepEqual(await links(added), { addresses: Array(3).fill(PUBLIC), err: '' })
      assert.match(said, /(Open|Set up) +https:\/\/sightline\.example\.com/)
      // The server was told, and who makes a link beside it need not be.
      assert.deepEqual(await links(), { addresses: Array(3).fill(PUBLIC), err: '' })
    })
  })
})
