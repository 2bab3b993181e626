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
  // Platforms' keys: OpenAI and Anthropic, Perplexity, Grok, Google.
  /\b(sk|pplx|xai)-[0-9A-Za-z_-]{8,}/g,
  /\bAIza[0-9A-Za-z_-]{20,}/g,
  /(?<=(bearer|basic) )[^\s"\\]+/gi,
  /(?<=:\/\/[^:@/\s]*:)[^@\s]+(?=@)/g,
  /(?<=[?&](api_key|key|token|secret|password)=)[^&\s"\\]+/gi,
  /(?<=\b(set-)?cookie: ?)[^"\r\n\\]+/gi,
  /(?<=\b__(Host|Secure)-[0-9A-Za-z_-]+=)[^;\s"\\]+/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----/gs,
]
/** A fact of such a name is a secret, whatever it looks like. */
const SECRET_NAMES = /^(authorization|proxy-authorization|(set-)?cookie|.*(password|passwd|secret|token|api-?_?key))$/i
/** Shorter ones would be found everywhere. */
const SHORTEST_SECRET = 8

/**
 * @param secrets of this installation: removed wherever they stand, in whatever form of word
 */
export function createLog(
  level: 'silent' | 'error' | 'info',
  write: (line: string) => void,
  secrets: readonly string[] = [],
): Log {
  const known = secrets.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(formsOf)
  const say =
    (kind: 'info' | 'error') =>
    (event: string, facts: Record<string, unknown> = {}) => {
      if (level === 'silent' || (level === 'error' && kind === 'info')) return
      const line = JSON.stringify({ at: new Date().toISOString(), level: kind, event, ...facts }, withoutSecrets)
      write(redact(line, known))
    }
  return { isQuiet: level !== 'info', info: say('info'), error: say('error') }
}

const REDACTED = '[redacted]'

const withoutSecrets = (name: string, value: unknown): unknown =>
  typeof value === 'string' && SECRET_NAMES.test(name) ? REDACTED : value

/** As it stands in JSON, and as it stands in an address. */
const formsOf = (secret: string): string[] => [
  ...new Set([JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
]

function redact(text: string, known: readonly string[]): string {
  const withoutKnown = known.reduce((cleaned, secret) => cleaned.replaceAll(secret, REDACTED), text)
  return SECRETS.reduce((cleaned, secret) => cleaned.replaceAll(secret, REDACTED), withoutKnown)
}
