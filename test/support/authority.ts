// The library's decorators need it before anything of the library is loaded.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** An authority that only one test trusts, and what it signs. */
export type Authority = {
  /** Its own certificate in PEM: what the client trusts. */
  ca: string
  /** @param validForMs below 0: expired since */
  issue(host: string, options?: { validForMs?: number; isSelfSigned?: boolean }): Promise<ServerCertificate>
}
/** PEM, as `node:https` takes them. */
export type ServerCertificate = { key: string; cert: string }

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
const NAME = 'CN=Authority of a test'

export async function createAuthority(): Promise<Authority> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: NAME,
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + DAY_MS),
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    },
    webcrypto,
  )
  return {
    ca: certificate.toString('pem'),
    issue: async (host, { validForMs = DAY_MS, isSelfSigned = false } = {}) => {
      const own = await makeKeys()
      const issued = await X509CertificateGenerator.create(
        {
          subject: `CN=${host}`,
          issuer: isSelfSigned ? `CN=${host}` : NAME,
          publicKey: own.publicKey,
          signingKey: isSelfSigned ? own.privateKey : keys.privateKey,
          signingAlgorithm: ALGORITHM,
          notBefore: new Date(Date.now() - 2 * DAY_MS),
          notAfter: new Date(Date.now() + validForMs),
          extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
        },
        webcrypto,
      )
      const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', own.privateKey), 'PRIVATE KEY')
      return { key, cert: issued.toString('pem') }
    },
  }
}

const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
