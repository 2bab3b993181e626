import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets that must be read again: encrypted with a key that the database never sees. */
export type Encryption = {
  /** @param place where it is kept: what was moved to another place does not open there */
  seal(text: string, place: string): Buffer
  /** @throws when it was sealed with another secret, for another place, or changed */
  unseal(sealed: Uint8Array, place: string): string
}

/** AES-256-GCM. Kept: version, 12 bytes of nonce, 16 of tag, the text. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/** @param secret the installation's, SIGHTLINE_SECRET */
export function createEncryption(secret: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sightline sealing 1', 32))
  return {
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed])
    },
    unseal: (sealed, place) => {
      if (sealed[0] !== VERSION) throw new Error('This secret was sealed by another version.')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}

/** Where a subscription's secret is kept. */
export const secretPlace = (organizationId: string, webhookId: string, number: number): string =>
  `webhook_secret ${organizationId} ${webhookId} ${number}`

/** Where an organization's own model key is kept. */
export const modelKeyPlace = (organizationId: string): string => `model_key ${organizationId}`
