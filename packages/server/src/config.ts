import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const present = z.string().trim().min(1).optional().catch(undefined)
/** `perplexity=50,chatgpt=120` */
const rates = z
  .string()
  .regex(/^[a-z-]+=[1-9]\d{0,5}(,[a-z-]+=[1-9]\d{0,5})*$/, 'must look like perplexity=50,chatgpt=120')
  .transform(
    (text) =>
      new Map(text.split(',').map((pair): [string, number] => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])])),
  )
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const address = () =>
  z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
const share = z.coerce
  .number({ error: 'must be a number from 0 to 1' })
  .min(0, 'must be a number from 0 to 1')
  .max(1, 'must be a number from 0 to 1')
/** `api-key=secret,tenant=a%20b`, as the OpenTelemetry specification writes it. */
const headers = z
  .string()
  .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must look like api-key=secret,other=value')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=')
        return [name.trim(), decodeURIComponent(value.join('=').trim())]
      }),
    ),
  )

/** `10.0.0.0/8,::1`. A network of all addresses would name nobody, and let everybody forge who they are. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine(
    (list) => list.every(isNetwork),
    'must be addresses or networks with commas between them, for example 10.0.0.0/8,::1',
  )

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** Everything the environment may say; each name stands in the README's table. */
const Environment = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres:// or postgresql://' })
    .optional(),
  PORT: wholeNumber(0, 65_535).default(4477),
  HOST: z.string().min(1).default('127.0.0.1'),
  TLS_CERT_FILE: present,
  TLS_KEY_FILE: present,
  TRUSTED_PROXIES: networks.optional(),
  SIGHTLINE_DATA_DIR: present,
  SIGHTLINE_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SIGHTLINE_LOG: z.enum(['silent', 'error', 'info']).default('error'),
  SIGHTLINE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }).optional(),
  SIGHTLINE_SIGN_UP: z.enum(['open', 'invited']).default('invited'),
  SIGHTLINE_OWNERS_UPGRADE: z.enum(['on', 'off']).optional(),
  SIGHTLINE_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  SIGHTLINE_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  SIGHTLINE_DRAIN_SECONDS: wholeNumber(0, 120).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: address().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).default('sightline'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must start with https://' })
    .refine(
      (url) => url.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname),
      'must start with https://',
    )
    .optional(),
  OIDC_CLIENT_ID: present,
  OIDC_CLIENT_SECRET: present,
  OIDC_NAME: z.string().max(60).default('single sign-on'),
  SIGHTLINE_SITE_AUDITS: z.enum(['on', 'off']).default('on'),
  SIGHTLINE_ALLOW_INSECURE_WEBHOOKS: z.enum(['0', '1']).default('0'),
  SIGHTLINE_CONCURRENCY: wholeNumber(1, 100).default(6),
  // Perplexity's lowest tier allows 50 requests a minute; a vendor of searches limits by the hour.
  SIGHTLINE_REQUESTS_PER_MINUTE: rates.default(new Map([['perplexity', 50]])),
  OPENAI_API_KEY: present,
  OPENAI_BASE_URL: address().default('https://api.openai.com'),
  OPENAI_MODEL: present,
  ANTHROPIC_API_KEY: present,
  ANTHROPIC_BASE_URL: address().default('https://api.anthropic.com'),
  ANTHROPIC_MODEL: present,
  PERPLEXITY_API_KEY: present,
  PERPLEXITY_BASE_URL: address().default('https://api.perplexity.ai'),
  PERPLEXITY_MODEL: present,
  XAI_API_KEY: present,
  XAI_BASE_URL: address().default('https://api.x.ai'),
  XAI_MODEL: present,
  GEMINI_API_KEY: present,
  GEMINI_BASE_URL: address().default('https://generativelanguage.googleapis.com'),
  GEMINI_MODEL: present,
  GEMINI_ENABLED: z.enum(['0', '1']).default('0'),
  MISTRAL_API_KEY: present,
  MISTRAL_BASE_URL: address().default('https://api.mistral.ai'),
  MISTRAL_MODEL: present,
  DEEPSEEK_API_KEY: present,
  DEEPSEEK_BASE_URL: address().default('https://api.deepseek.com'),
  DEEPSEEK_MODEL: present,
  SERPAPI_API_KEY: present,
  SERPAPI_BASE_URL: address().default('https://serpapi.com'),
  DATAFORSEO_LOGIN: present,
  DATAFORSEO_PASSWORD: present,
  DATAFORSEO_BASE_URL: address().default('https://api.dataforseo.com'),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads and checks the environment; the only place that does.
 * @throws {ConfigError} naming every variable that is wrong and what it must look like
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const env = parsed.data
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new ConfigError([
      `${certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'}: must be set too: HTTPS needs a certificate and its key`,
    ])
  const provider = (apiKey: string | undefined, baseUrl: string, model?: string) =>
    apiKey === undefined ? undefined : { apiKey, baseUrl, ...(model !== undefined && { model }) }
  return {
    databaseUrl: env.DATABASE_URL,
    port: env.PORT,
    host: env.HOST,
    transport: {
      tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
      trustedProxies: env.TRUSTED_PROXIES,
    },
    dataDir: resolve(env.SIGHTLINE_DATA_DIR ?? '.sightline'),
    secret: env.SIGHTLINE_SECRET,
    log: env.SIGHTLINE_LOG,
    singleSignOn: singleSignOnOf(env),
    canSignUp: env.SIGHTLINE_SIGN_UP === 'open',
    // Where anybody may make an organization, whoever did would take the largest plan.
    ownersUpgrade: (env.SIGHTLINE_OWNERS_UPGRADE ?? (env.SIGHTLINE_SIGN_UP === 'open' ? 'off' : 'on')) === 'on',
    publicUrl: env.SIGHTLINE_PUBLIC_URL ?? null,
    secrets: secretsOf(env),
    drainMs: env.SIGHTLINE_DRAIN_SECONDS * 1_000,
    telemetry: {
      port: env.SIGHTLINE_METRICS_PORT,
      host: env.SIGHTLINE_METRICS_HOST,
      traces:
        env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
          ? undefined
          : {
              endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
              headers: env.OTEL_EXPORTER_OTLP_HEADERS,
              serviceName: env.OTEL_SERVICE_NAME,
              sampleRatio: env.OTEL_TRACES_SAMPLER_ARG,
            },
    },
    auditsSites: env.SIGHTLINE_SITE_AUDITS === 'on',
    allowsInsecureWebhooks: env.SIGHTLINE_ALLOW_INSECURE_WEBHOOKS === '1',
    platformConcurrency: env.SIGHTLINE_CONCURRENCY,
    perMinute: env.SIGHTLINE_REQUESTS_PER_MINUTE,
    // Asked with organizations' own keys, so without one of the installation's too.
    modelAddresses: { openai: env.OPENAI_BASE_URL, anthropic: env.ANTHROPIC_BASE_URL },
    providers: {
      openai: provider(env.OPENAI_API_KEY, env.OPENAI_BASE_URL, env.OPENAI_MODEL),
      anthropic: provider(env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL, env.ANTHROPIC_MODEL),
      perplexity: provider(env.PERPLEXITY_API_KEY, env.PERPLEXITY_BASE_URL, env.PERPLEXITY_MODEL),
      xai: provider(env.XAI_API_KEY, env.XAI_BASE_URL, env.XAI_MODEL),
      // Google's terms for grounded results forbid their analysis: a key alone does not turn it on.
      gemini:
        env.GEMINI_ENABLED === '1' ? provider(env.GEMINI_API_KEY, env.GEMINI_BASE_URL, env.GEMINI_MODEL) : undefined,
      mistral: provider(env.MISTRAL_API_KEY, env.MISTRAL_BASE_URL, env.MISTRAL_MODEL),
      deepseek: provider(env.DEEPSEEK_API_KEY, env.DEEPSEEK_BASE_URL, env.DEEPSEEK_MODEL),
      serpapi: provider(env.SERPAPI_API_KEY, env.SERPAPI_BASE_URL),
      dataforseo:
        env.DATAFORSEO_LOGIN !== undefined && env.DATAFORSEO_PASSWORD !== undefined
          ? { login: env.DATAFORSEO_LOGIN, password: env.DATAFORSEO_PASSWORD, baseUrl: env.DATAFORSEO_BASE_URL }
          : undefined,
    },
  }
}

/** What no log may hold. */
function secretsOf(env: z.infer<typeof Environment>): string[] {
  const named = Object.entries(env).filter(([name]) => /_(API_KEY|SECRET|PASSWORD)$/.test(name))
  const password = env.DATABASE_URL === undefined ? '' : decodeURIComponent(new URL(env.DATABASE_URL).password)
  return [...named.map(([, value]) => value), password, ...Object.values(env.OTEL_EXPORTER_OTLP_HEADERS)].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

function singleSignOnOf(env: z.output<typeof Environment>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = env
  if ((issuer === undefined) !== (clientId === undefined))
    throw new ConfigError([
      `${issuer === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID'}: must be set too for single sign-on`,
    ])
  if (issuer === undefined || clientId === undefined) return undefined
  // Somebody could make an account with an address that is not theirs, and its owner would be let into their organization.
  if (env.SIGHTLINE_SIGN_UP === 'open')
    throw new ConfigError([
      'SIGHTLINE_SIGN_UP: must be invited where OIDC_ISSUER is set, because addresses are not verified at sign-up',
    ])
  return { issuer, clientId, clientSecret, name }
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(problems: string[]) {
    super(`The environment is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

/** The environment of this process; read here and nowhere else. */
export const environment = (): Record<string, string | undefined> => process.env
