/** An address that no webhook may have, and where its name leads. */
export type BadTarget = {
  kind: 'loopback' | 'this network' | 'IPv6' | 'special IPv4' | 'name' | 'redirect' | 'form'
  url: string
  /** Addresses of the name, one list a question; the last one stays. */
  answers?: string[][]
  /** The address itself is fine; what its receiver answers leads elsewhere. */
  redirect?: { status: number; location: string }
  /** Fine when it is saved: only the connection can tell. */
  onlyAtSend?: boolean
}

const PUBLIC = '93.184.215.14'

/** The 128 kinds of W32. */
export function badTargets(): BadTarget[] {
  return [...loopback(), ...thisNetwork(), ...ipv6(), ...specialIpv4(), ...names(), ...redirects(), ...forms()]
}

/** What the fake resolver of a test answers: a fresh one each time, because rebinding depends on the question's number. */
export function resolverOf(targets: readonly BadTarget[]): (hostname: string) => Promise<string[]> {
  const asked = new Map<string, number>()
  const answers = new Map(
    targets.flatMap(({ url, answers }) => (answers ? [[new URL(url).hostname, answers] as const] : [])),
  )
  return async (hostname) => {
    const number = asked.get(hostname) ?? 0
    asked.set(hostname, number + 1)
    const lists = answers.get(hostname) ?? [[PUBLIC]]
    return lists[Math.min(number, lists.length - 1)] ?? []
  }
}

const withHosts = (kind: BadTarget['kind'], hosts: string[]): BadTarget[] =>
  hosts.map((host) => ({ kind, url: `https://${host}/hook` }))

function loopback(): BadTarget[] {
  const numbers = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7F.1',
  ]
  const octal = ['0177.0.0.1', '017700000001', '0x7f.0x0.0x0.0x1', '127.0.0.1.']
  const signs = ['①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.０.０.１', '%31%32%37.0.0.1']
  const urls = [
    'https:127.0.0.1',
    'https:///127.0.0.1/',
    'https:\\\\127.0.0.1\\',
    'HTTPS://127.0.0.1/',
    ' https://127.0.0.1/',
  ]
  const broken = ['https://127.0\t.0.1/', 'https://127.0\n.0.1/']
  return [
    ...withHosts('loopback', [...numbers, ...octal, ...signs]),
    ...[...urls, ...broken].map((url): BadTarget => ({ kind: 'loopback', url })),
  ]
}

const thisNetwork = (): BadTarget[] => withHosts('this network', ['0', '0.0.0.0', '0x0', '0.1.2.3'])

function ipv6(): BadTarget[] {
  const plain = ['::1', '0:0:0:0:0:0:0:1', '::']
  const mapped = [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
  ]
  const translated = [
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2002:a9fe:a9fe::',
  ]
  const special = ['2001:0:7f00:1::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo', 'fec0::1', 'ff02::1']
  const reserved = ['100::1', '2001:db8::1', '3fff::1', '5f00::1']
  const all = [...plain, ...mapped, ...translated, ...special, ...reserved]
  return withHosts(
    'IPv6',
    all.map((address) => `[${address}]`),
  )
}

function specialIpv4(): BadTarget[] {
  const inner = [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '100.64.3.3',
    '100.100.100.200',
  ]
  const metadata = [
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.170.2',
    '192.0.0.192',
  ]
  const tests = ['198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1']
  return withHosts('special IPv4', [
    ...inner,
    ...metadata,
    ...tests,
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ])
}

function names(): BadTarget[] {
  const own = ['localhost', 'LOCALHOST', 'localhost.', 'anything.localhost', 'localhost.localdomain', 'ip6-localhost']
  const houses = ['metadata', 'metadata.google.internal', 'metadata.google.internal.', 'instance-data']
  const networks = ['kubernetes.default.svc', 'host.docker.internal', 'db.internal', 'printer.local']
  const leading = (host: string, ...addresses: string[]): BadTarget => ({
    kind: 'name',
    url: `https://${host}/hook`,
    answers: [addresses],
  })
  return [
    ...withHosts('name', [...own, ...houses, ...networks]),
    leading('127.0.0.1.nip.io', '127.0.0.1'),
    leading('loopback.attacker.example', '127.0.0.1'),
    leading('private.attacker.example', '192.168.0.10'),
    leading('metadata.attacker.example', '169.254.169.254'),
    leading('zero.attacker.example', '0.0.0.0'),
    leading('carrier.attacker.example', '100.64.0.1'),
    leading('benchmark.attacker.example', '198.18.0.1'),
    leading('public-first.attacker.example', PUBLIC, '10.0.0.1'),
    leading('private-first.attacker.example', '10.0.0.1', PUBLIC),
    leading('loopback6.attacker.example', '::1'),
    leading('mapped.attacker.example', '::ffff:127.0.0.1'),
    leading('nat64.attacker.example', '64:ff9b::7f00:1'),
    leading('ula.attacker.example', 'fd00::1'),
    leading('both.attacker.example', PUBLIC, '::1'),
    { kind: 'name', url: 'https://rebinding.attacker.example/', answers: [[PUBLIC], ['127.0.0.1']], onlyAtSend: true },
  ]
}

function redirects(): BadTarget[] {
  const to = (status: number, location: string): BadTarget => ({
    kind: 'redirect',
    url: `https://redirect-${status}.attacker.example/`,
    redirect: { status, location },
    onlyAtSend: true,
  })
  return [
    to(302, 'https://127.0.0.1/'),
    to(307, 'http://169.254.169.254/latest/meta-data/'),
    to(308, 'https://[::1]/'),
    to(303, 'https://10.0.0.1/'),
  ]
}

function forms(): BadTarget[] {
  const people = [
    'https://public.example@127.0.0.1/',
    'https://127.0.0.1@public.example/',
    'https://u:p@public.example/',
  ]
  const ports = [22, 25, 5432, 6379, 0, 65_536].map((port) => `https://public.example:${port}/`)
  const schemes = ['http://public.example/', 'http://127.0.0.1/', 'ftp://public.example/', 'file:///etc/passwd']
  const others = ['gopher://public.example/', 'data:text/plain,x', 'javascript:alert(1)', 'ws://public.example/', '']
  const rest = [
    'https://public.example\\@127.0.0.1/',
    'https://public.example/#fragment',
    `https://${'a'.repeat(3_000)}.example/`,
  ]
  return [...people, ...ports, ...schemes, ...others, ...rest].map((url) => ({ kind: 'form', url }))
}

/** What a careful guard must not refuse. */
export const goodTargets = [
  'https://hooks.example.com/services/T000/B000/XXXX',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:443/a?b=c&d=%20',
  'https://bücher.example/ä',
  'https://a-b.c_d.example.co.uk',
  'https://xn--bcher-kva.example/',
]
