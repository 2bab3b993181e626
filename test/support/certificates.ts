// The library's decorators need it before anything of the library is loaded.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type JsonGeneralNames,
} from '@peculiar/x509'
import { isIP } from 'node:net'

/** A certificate and its key, in PEM. */
export type TestCertificate = { cert: string; key: string }
/** Vouches for certificates: who is given `ca` believes them. */
export type Authority = { ca: string; issue(host: string, validity?: Validity): Promise<TestCertificate> }
type Validity = { notBefore?: Date; notAfter?: Date }

const DAY_MS = 86_400_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** An authority that only this test run knows. */
export async function createAuthority(): Promise<Authority> {
  const own = await newKeys()
  const name = 'CN=Authority of the tests'
  const ca = await X509CertificateGenerator.createSelfSigned(
    {
      name,
      keys: own,
      signingAlgorithm: algorithm,
      ...validity(),
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    },
    webcrypto,
  )
  return {
    ca: ca.toString('pem'),
    issue: async (host, wanted) => {
      const keys = await newKeys()
      const made = await X509CertificateGenerator.create(
        {
          subject: 'CN=A host of the tests',
          issuer: name,
          publicKey: keys.publicKey,
          signingKey: own.privateKey,
          signingAlgorithm: algorithm,
          ...validity(wanted),
          extensions: [new SubjectAlternativeNameExtension(namesOf(host))],
        },
        webcrypto,
      )
      const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
      return { cert: made.toString('pem'), key: pem('PRIVATE KEY', Buffer.from(pkcs8)) }
    },
  }
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const validity = ({ notBefore, notAfter }: Validity = {}) => ({
  notBefore: notBefore ?? new Date(Date.now() - DAY_MS),
  notAfter: notAfter ?? new Date(Date.now() + 30 * DAY_MS),
})

const namesOf = (host: string): JsonGeneralNames => [{ type: isIP(host) ? 'ip' : 'dns', value: host }]

const pem = (label: string, bytes: Buffer): string =>
  [
    `-----BEGIN ${label}-----`,
    ...(bytes.toString('base64').match(/.{1,64}/g) ?? []),
    `-----END ${label}-----`,
    '',
  ].join('\n')
