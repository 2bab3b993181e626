import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'

export type CertificateFiles = { certFile: string; keyFile: string }

/** A certificate with its chain and its key, in PEM, found to belong together. */
export type Certificate = { cert: Buffer; key: Buffer; subject: string; expiresAt: Date }

export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}

/** @throws CertificateError saying which file cannot be used, and why */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const [cert, key] = [read('TLS_CERT_FILE', certFile), read('TLS_KEY_FILE', keyFile)]
  const own = tried(`${certFile} (TLS_CERT_FILE) holds no certificate in PEM`, () => new X509Certificate(cert))
  const privateKey = tried(`${keyFile} (TLS_KEY_FILE) holds no private key in PEM without a password`, () =>
    createPrivateKey(key),
  )
  if (!own.checkPrivateKey(privateKey))
    throw new CertificateError(`The key in ${keyFile} does not belong to the certificate in ${certFile}`)
  tried(`${certFile} and ${keyFile} cannot be used for TLS`, () => createSecureContext({ cert, key }))
  return { cert, key, subject: own.subjectAltName ?? own.subject, expiresAt: own.validToDate }
}

function read(variable: string, file: string): Buffer {
  return tried(`${file} (${variable}) cannot be read`, () => readFileSync(file))
}

function tried<Result>(failure: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new CertificateError(`${failure}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Looked at by name, not by inode: renewals replace files, or the link that leads to them. */
const LOOK_EVERY_MS = 1_000

/**
 * Tells of every change of the two files. They are rarely replaced in one moment: a pair that does not fit is refused, and
 * read again when the other file follows.
 * @returns ends it
 */
export function watchCertificate(
  files: CertificateFiles,
  { onRenewed, onRefused }: { onRenewed(certificate: Certificate): void; onRefused(error: CertificateError): void },
): () => void {
  let present = fingerprintOf(files)
  const look = (): void => {
    const found = fingerprintOf(files)
    if (found === present) return
    present = found
    try {
      onRenewed(readCertificate(files))
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      onRefused(error)
    }
  }
  const paths = [files.certFile, files.keyFile]
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look)
  return () => {
    for (const path of paths) unwatchFile(path, look)
  }
}

const fingerprintOf = ({ certFile, keyFile }: CertificateFiles): string =>
  [certFile, keyFile].map((file) => contentOf(file)?.toString('base64')).join(' ')

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
