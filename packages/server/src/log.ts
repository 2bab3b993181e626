/** What the process says of itself: one JSON object a line, for people and machines that operate it. */
export type Log = {
  /** `info` is thrown away: nobody need compose it. */
  isQuiet?: boolean
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

/** Keys, secrets and credentials inside addresses, wherever they come from; a log is read by more people than a vault. */
const SECRETS = [
  /sl_(live|test)_[0-9A-Za-z]+/g,
  /whsec_[0-9A-Za-z+/=]+/g,
  /sl_invite_[0-9A-Za-z_]+/g,
  /(?<=bearer )[^\s"]+/gi,
  /(?<=:\/\/[^:@/\s]+:)[^@\s]+(?=@)/g,
  /(?<=[?&](api_key|key)=)[^&\s"]+/g,
]

export function createLog(level: 'silent' | 'error' | 'info', write: (line: string) => void): Log {
  const say =
    (kind: 'info' | 'error') =>
    (event: string, facts: Record<string, unknown> = {}) => {
      if (level === 'silent' || (level === 'error' && kind === 'info')) return
      write(redact(JSON.stringify({ at: new Date().toISOString(), level: kind, event, ...facts })))
    }
  return { isQuiet: level !== 'info', info: say('info'), error: say('error') }
}

const redact = (text: string): string =>
  SECRETS.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text)
