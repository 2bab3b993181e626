import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'

const guide = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'sightline-recipes-'))
after(() => rmSync(folder, { recursive: true }))

/** The known answer of the Standard Webhooks libraries. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const at = 1_614_265_330
const good = {
  body: '{"test": 2432232314}',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: String(at),
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  now: at,
}
const foreign = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='
const utf8 = '{"name": "Größer “Co” 😀"}'

type Case = typeof good & { is: boolean; why: string }
const cases: Case[] = [
  { ...good, is: true, why: 'the known answer' },
  { ...good, now: at + 300, is: true, why: '300 s old' },
  { ...good, signature: `${foreign} v1a,x ${good.signature}`, is: true, why: 'one of several signatures' },
  {
    ...good,
    body: utf8,
    signature: new Webhook(secret).sign(good.id, new Date(at * 1_000), utf8),
    is: true,
    why: 'a body beyond ASCII',
  },
  { ...good, body: '{"test":2432232314}', is: false, why: 'a body written again' },
  { ...good, id: 'msg_other', is: false, why: 'another id' },
  { ...good, timestamp: String(at + 1), is: false, why: 'another timestamp' },
  { ...good, signature: foreign, is: false, why: 'another signature' },
  { ...good, signature: good.signature.slice(3), is: false, why: 'a signature without its version' },
  { ...good, signature: good.signature.slice(0, 20), is: false, why: 'a part of the signature' },
  { ...good, signature: '', is: false, why: 'no signature' },
  { ...good, id: '', is: false, why: 'no id' },
  { ...good, timestamp: '', is: false, why: 'no timestamp' },
  { ...good, timestamp: 'x', is: false, why: 'a timestamp that is no number' },
  { ...good, now: at + 301, is: false, why: '301 s old' },
  { ...good, now: at - 301, is: false, why: '301 s ahead' },
]
/** The shell recipe says that it does not look at the age. */
const ageless = cases.filter(({ now }) => Math.abs(now - at) <= 300)

describe('W1 W2 W3 the recipes of docs/webhooks.md accept and refuse what the official library does:', () => {
  test('the cases themselves are judged so by the official library', (t) => {
    for (const { body, id, timestamp, signature, now, is, why } of cases) {
      t.mock.timers.enable({ apis: ['Date'], now: now * 1_000 })
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
      const verify = (): unknown => new Webhook(secret).verify(body, headers)
      if (is) assert.doesNotThrow(verify, why)
      else assert.throws(verify, { name: 'WebhookVerificationError' }, why)
      t.mock.timers.reset()
    }
  })

  test('Node', () => {
    const script = `${recipe('Node', 'js')}
      for (const c of ${JSON.stringify(cases)}) console.log(verify(c.body, {
        'webhook-id': c.id, 'webhook-timestamp': c.timestamp, 'webhook-signature': c.signature }, ${JSON.stringify(secret)}, c.now))`
    hold(cases, run(process.execPath, [file('node.mjs', script)]))
  })

  test('TypeScript', () => {
    const sdk = pathToFileURL(join(import.meta.dirname, '../packages/sdk/src/index.ts')).href
    const script = `${recipe('TypeScript', 'ts').replace("'@sightline/sdk'", JSON.stringify(sdk))}
      import { createHmac } from 'node:crypto'
      console.log = () => {}
      const body = ${JSON.stringify(eventInTheGuide())}
      const call = async (sent: string, age: number, key = ${JSON.stringify(secret)}) => {
        const timestamp = String(Math.floor(Date.now() / 1000) - age)
        const mac = createHmac('sha256', Buffer.from(key.slice(6), 'base64')).update('evt_1.' + timestamp + '.' + body)
        const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': 'v1,' + mac.digest('base64') }
        const response = await POST(new Request('https://example.com/', { method: 'POST', body: sent, headers }))
        process.stdout.write(response.status + ' ' + (await response.text()) + '\\n')
      }
      await call(body, 0)
      await call(body + ' ', 0)
      await call(body, 310)
      await call(body, 0, 'whsec_b3RoZXI=')`
    const printed = run(process.execPath, ['--conditions=@sightline/source', file('receiver.ts', script)], {
      SIGHTLINE_WEBHOOK_SECRET: secret,
    })
    assert.deepEqual(printed, [
      '200 {"received":"evt_01kabcdefghjkmnpqrstvwxyz0"}',
      '401 {"error":"signature_mismatch"}',
      '401 {"error":"timestamp_too_old"}',
      '401 {"error":"signature_mismatch"}',
    ])
  })

  test('Node-RED', () => {
    const script = `import crypto from 'node:crypto'
      const env = { get: () => ${JSON.stringify(secret)} }
      const node = (msg) => {
${fence(partOf('Automation tools', '##'), 'js')}
      }
      for (const c of ${JSON.stringify(cases)}) {
        Date.now = () => c.now * 1000
        const headers = { 'webhook-id': c.id, 'webhook-timestamp': c.timestamp, 'webhook-signature': c.signature }
        const { verified, statusCode } = node({ payload: Buffer.from(c.body), req: { headers } })
        console.log(verified && statusCode === 200)
      }`
    hold(cases, run(process.execPath, [file('node-red.mjs', script)]))
  })

  testWith('python3', 'Python', () => {
    const script = `${recipe('Python', 'python')}
for c in __import__("json").loads(${pythonLiteral(JSON.stringify(cases))}):
    headers = {"webhook-id": c["id"], "webhook-timestamp": c["timestamp"], "webhook-signature": c["signature"]}
    print(str(verify(c["body"].encode(), headers, ${JSON.stringify(secret)}, c["now"])).lower())`
    hold(cases, run('python3', [file('recipe.py', script)]))
  })

  testWith('ruby', 'Ruby', () => {
    const script = `${recipe('Ruby', 'ruby')}
require "json"
JSON.parse(File.read(${JSON.stringify(casesFile())})).each do |c|
  headers = { "webhook-id" => c["id"], "webhook-timestamp" => c["timestamp"], "webhook-signature" => c["signature"] }
  puts verify(c["body"], headers, ${JSON.stringify(secret)}, c["now"])
end`
    hold(cases, run('ruby', [file('recipe.rb', script)]))
  })

  testWith('php', 'PHP', () => {
    const script = `${recipe('PHP', 'php')}
foreach (json_decode(file_get_contents(${JSON.stringify(casesFile())}), true) as $c) {
    $headers = ['webhook-id' => $c['id'], 'webhook-timestamp' => $c['timestamp'], 'webhook-signature' => $c['signature']];
    echo var_export(verify($c['body'], $headers, ${JSON.stringify(secret)}, $c['now']), true), "\\n";
}`
    hold(cases, run('php', [file('recipe.php', script)]))
  })

  testWith('go', 'Go', () => {
    const imports = '"encoding/json"\n\t"fmt"\n\t"os"\n\t"net/http"'
    const script = `${recipe('Go', 'go').replace('package webhook', 'package main').replace('"net/http"', imports)}
type testCase struct { Body, Id, Timestamp, Signature string; Now int64 }

func main() {
	text, _ := os.ReadFile(${JSON.stringify(casesFile())})
	var cases []testCase
	json.Unmarshal(text, &cases)
	for _, c := range cases {
		headers := http.Header{}
		headers.Set("webhook-id", c.Id)
		headers.Set("webhook-timestamp", c.Timestamp)
		headers.Set("webhook-signature", c.Signature)
		fmt.Println(Verify([]byte(c.Body), headers, ${JSON.stringify(secret)}, time.Unix(c.Now, 0)))
	}
}`
    hold(cases, run('go', ['run', file('recipe.go', script)], { GOCACHE: join(folder, 'go'), HOME: folder }))
  })

  testWith('openssl', 'Shell', () => {
    const calls = ageless.map(({ body, id, timestamp, signature }, index) => {
      const path = file(`body-${index}`, body)
      return `verify ${path} '${id}' '${timestamp}' ${secret} '${signature}' && echo true || echo false`
    })
    hold(ageless, run('sh', [file('recipe.sh', [recipe('Shell', 'sh'), ...calls].join('\n'))]))
  })
})

/** A missing interpreter is said, not passed over: the recipe is then untried on this machine. */
function testWith(command: string, name: string, body: () => void): void {
  const isHere = spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
  test(name, { skip: !isHere && `no ${command} on this machine: its recipe is untried here` }, body)
}

const recipe = (heading: string, language: string): string => fence(partOf(heading, '###'), language)

const partOf = (heading: string, level: '##' | '###'): string =>
  guide.split(`\n${level} ${heading}\n`)[1]?.split(`\n${level} `)[0] ?? ''

/** The first fence of a language. */
function fence(part: string, language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(part)?.[1]
  assert.ok(found, `docs/webhooks.md has a recipe in ${language} there`)
  return found
}

const eventInTheGuide = (): string => /```json\n([\s\S]*?)\n```/.exec(guide)?.[1] ?? ''
const casesFile = (): string => file('cases.json', JSON.stringify(cases))
const pythonLiteral = (text: string): string => JSON.stringify(text)

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function run(command: string, args: string[], environment: Record<string, string> = {}): string[] {
  const printed = execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, ...environment } })
  return printed.trim().split('\n')
}

function hold(expected: Case[], printed: string[]): void {
  assert.equal(printed.length, expected.length, printed.join('\n'))
  for (const [index, { is, why }] of expected.entries()) assert.equal(printed[index], String(is), why)
}
