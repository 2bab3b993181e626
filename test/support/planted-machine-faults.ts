import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Finding } from '../../packages/server/src/doctor/finding.ts'
import type { Machine } from '../../packages/server/src/doctor/machine.ts'
import { createAuthority } from './certificates.ts'

export type Planted = {
  environment?: Record<string, string | undefined>
  machine?: Partial<Machine>
  /** Mends it. */
  undo?: () => Promise<unknown>
}

export type Fault = {
  fault: string
  plant: () => Promise<Planted> | Planted
  check: string
  status?: Finding['status']
  says: RegExp
  /** What follows from it. */
  beside?: string[]
}

const DAY_MS = 86_400_000

/** What is known before each test begins, not before the tests are named. */
export type Ground = { folder: string; secret: string }

/** What can be wrong with a machine and its settings. */
export function machineFaults(ground: Ground): Fault[] {
  const { files, folderWithSecret } = placed(ground)
  return [
    {
      fault: 'a Node that is too old',
      plant: () => ({ machine: { nodeVersion: '22.1.0' } }),
      check: 'node',
      says: /22\.1\.0 is too old/,
    },
    {
      fault: 'a data folder that cannot be written',
      plant: async () => {
        await writeFile(join(ground.folder, 'file'), '')
        return { environment: { SIGHTLINE_DATA_DIR: join(ground.folder, 'file', 'below'), DATABASE_URL: undefined } }
      },
      check: 'data folder',
      says: /is a file, not a folder/,
    },
    {
      fault: 'secrets that others can read',
      plant: async () => {
        const open = await folderWithSecret('open', 0o644)
        await chmod(open, 0o755)
        return { environment: { SIGHTLINE_DATA_DIR: open, SIGHTLINE_SECRET: undefined } }
      },
      check: 'secrecy',
      says: /Other users can read .*open, .*secret/,
      beside: ['role'],
    },
    {
      fault: 'a disk that is nearly full',
      plant: async () => ({
        machine: { readSpace: async () => ({ freeBytes: 100 * 1_048_576, totalBytes: 1_000 * 1_048_576 }) },
        environment: { SIGHTLINE_SECRET: undefined, SIGHTLINE_DATA_DIR: await folderWithSecret('full') },
      }),
      beside: ['role'],
      check: 'disk',
      says: /Only 100 MiB free/,
    },
    {
      fault: 'a disk that is filling',
      plant: async () => ({
        machine: { readSpace: async () => ({ freeBytes: 4 * 2 ** 30, totalBytes: 100 * 2 ** 30 }) },
        environment: { SIGHTLINE_SECRET: undefined, SIGHTLINE_DATA_DIR: await folderWithSecret('filling') },
      }),
      beside: ['role'],
      check: 'disk',
      status: 'warning',
      says: /4\.0 GiB free, 4\.0 %/,
    },
    {
      fault: 'a port that another program has',
      plant: async () => {
        const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'))
        server.listen(0, '127.0.0.1')
        await once(server, 'listening')
        return {
          environment: { PORT: String((server.address() as AddressInfo).port) },
          undo: async () => server.close(),
        }
      },
      check: 'port',
      says: /is taken by another program/,
    },
    {
      fault: 'a certificate that has expired',
      plant: async () => ({
        environment: await files('a.example', {
          notBefore: new Date(Date.now() - 9 * DAY_MS),
          notAfter: new Date(Date.now() - DAY_MS),
        }),
      }),
      check: 'certificate',
      says: /It expired on /,
    },
    {
      fault: 'a certificate that expires soon',
      plant: async () => ({
        environment: await files('a.example', {
          notBefore: new Date(Date.now() - DAY_MS),
          notAfter: new Date(Date.now() + 3 * DAY_MS),
        }),
      }),
      check: 'certificate',
      status: 'warning',
      says: /It expires on .*, in 3 days/,
    },
    {
      fault: 'a key that is not the certificate’s',
      plant: async () => ({ environment: await files('a.example', undefined, true) }),
      check: 'certificate',
      says: /does not belong to the certificate/,
    },
    {
      fault: 'keys that travel in clear',
      plant: () => ({ environment: { HOST: '0.0.0.0' } }),
      check: 'proxies',
      says: /keys travel in clear/,
    },
    {
      fault: 'a trusted proxy that cannot be the one that calls',
      plant: () => ({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } }),
      check: 'proxies',
      says: /Only this machine reaches 127\.0\.0\.1, and TRUSTED_PROXIES \(10\.0\.0\.0\/8\) names others/,
    },
  ]
}

export function placed(ground: Ground) {
  return { files, folderWithSecret }

  /** A certificate's two files. */
  async function files(host: string, validity?: { notBefore: Date; notAfter: Date }, otherKey = false) {
    const authority = await createAuthority()
    const [own, other] = [await authority.issue(host, validity), await authority.issue(host)]
    const paths = { TLS_CERT_FILE: join(ground.folder, 'cert.pem'), TLS_KEY_FILE: join(ground.folder, 'key.pem') }
    await writeFile(paths.TLS_CERT_FILE, own.cert)
    await writeFile(paths.TLS_KEY_FILE, otherKey ? other.key : own.key)
    return paths
  }

  /** Beside an external database a data folder keeps the secret only. */
  async function folderWithSecret(name: string, mode = 0o600): Promise<string> {
    const path = join(ground.folder, name)
    await mkdir(path, { mode: 0o700 })
    await writeFile(join(path, 'secret'), `${ground.secret}\n`, { mode })
    return path
  }
}
