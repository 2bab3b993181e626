// The library's decorators need it before anything of the library is loaded.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { X509CertificateGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'

/** A certificate that vouches for itself, and its key, in PEM. */
export type TestCertificate = { cert: string; key: string }

const DAY_MS = 86_400_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** For localhost and 127.0.0.1; `name` tells one from another. */
export async function makeCertificate(name: string): Promise<TestCertificate> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const made = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + 30 * DAY_MS),
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
        ]),
      ],
    },
    webcrypto,
  )
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: made.toString('pem'), key: pem('PRIVATE KEY', Buffer.from(pkcs8)) }
}

const pem = (label: string, bytes: Buffer): string =>
  [`-----BEGIN ${label}-----`, ...(bytes.toString('base64').match(/.{1,64}/g) ?? []), `-----END ${label}-----`, ''].join(
    '\n',
  )
