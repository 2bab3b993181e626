import { ApiError, operations, plans, type Client, type Me, type Operation } from '@sightline/sdk'
import { noteMonth, type Month } from './month.ts'
import { explain, Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'
import type { Tool } from './tool.ts'

/** A host waits for the list of tools before its user can type. */
const PROBE_TIMEOUT_MS = 3_000
/** A plan or a key that changes is known after so long, and at once to whoever is refused. */
const KEPT_MS = 300_000

/** Who the key belongs to. Asked once at start; a question that failed is asked again when the answer is needed. */
export type Access = {
  /** Null: not known, because there is no key, a bad one, or no API. */
  whoCalls(): Promise<Me | null>
  /** @throws why it is not known */
  requireKnown(): Promise<Me>
  /** Forgets what is known: it may have changed. */
  forget(): void
}

type Parts = { api: Client; settings: Settings; month: Month; log(line: string): void; now(): number }

export function createAccess({ api, settings, month, log, now }: Parts): Access {
  let asked: Promise<Me> | null = null
  let askedAt = 0
  let toldBefore = ''
  const ask = async (): Promise<Me> => {
    try {
      return await api.getMe({}, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), onAnswer: noteMonth(month) })
    } catch (error) {
      asked = null
      const line = explain(error, settings.baseUrl).text.split('\n')[0] ?? ''
      if (line !== toldBefore) log(line)
      toldBefore = line
      throw error
    }
  }
  const requireKnown = (): Promise<Me> => {
    if (asked === null || now() - askedAt > KEPT_MS) {
      askedAt = now()
      asked = ask()
    }
    return asked
  }
  return {
    whoCalls: async () => (settings.apiKey === null ? null : requireKnown().catch(() => null)),
    requireKnown,
    forget: () => {
      asked = null
    },
  }
}

/** Whether a failure says that who we are has changed. */
export const isAboutAccess = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.code === 'insufficient_scope')

/**
 * Why a tool is not offered to this key in this process; null: it is. What is not known is not refused here.
 */
export function refusalOf(tool: Tool, settings: Settings, me: Me | null): Refusal | null {
  const isWrite = !tool.annotations.readOnlyHint
  if (settings.isReadOnly && isWrite)
    return new Refusal(
      'tool_not_offered',
      `${tool.name} changes something, and this MCP server was started with SERVICE_READ_ONLY=1. Tell the user; do not retry.`,
    )
  if (settings.toolsets && !settings.toolsets.has(tool.toolset))
    return new Refusal(
      'tool_not_offered',
      `${tool.name} belongs to the group ${tool.toolset}, which SERVICE_TOOLSETS of this MCP server leaves out. Tell the user; do not retry.`,
    )
  if (!me) return null
  if (isWrite && plans[me.plan].mcp === 'read-only')
    return new Refusal(
      'plan_feature_unavailable',
      `${tool.name} changes something, and on the plan ${plans[me.plan].label} this MCP server is read-only. Pro and above have all tools. Tell the user; do not retry.`,
    )
  const { scope }: Operation = operations[tool.operation]
  if (scope === 'any' || scope === 'public' || me.key.scopes.includes(scope)) return null
  return new Refusal(
    'insufficient_scope',
    `${tool.name} needs a key with the scope ${scope}, which this one does not have. Tell the user to issue one; do not retry.`,
  )
}
