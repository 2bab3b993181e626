import { createClient, type Client } from '@sightline/sdk'
import { createAccess, type Access } from './access.ts'
import type { Month } from './month.ts'
import { createBrandNames, type BrandNames } from './names.ts'
import { answerSchema } from './schema.ts'
import type { Settings } from './settings.ts'
import { shapeOf, type Shape } from './shape.ts'
import { outputOf, type Tool } from './tool.ts'

/** What every answer is made with; one for the process. */
export type McpContext = {
  settings: Settings
  api: Client
  access: Access
  brands: BrandNames
  /** Told with every result, also with one that asked the API nothing. */
  month: Month
  /** What a tool's answer is made of; made when it is first called, since it takes longer than the rest of the call. */
  shapeOf(tool: Tool): Shape
}

export function createMcpContext(settings: Settings, log: (line: string) => void): McpContext {
  const api = createClient({ baseUrl: settings.baseUrl, apiKey: settings.apiKey ?? 'none' })
  const now = (): number => Date.now()
  const month: Month = { left: null }
  const shapes = new Map<string, Shape>()
  return {
    settings,
    api,
    access: createAccess({ api, settings, month, log, now }),
    brands: createBrandNames(now),
    month,
    shapeOf: (tool) => {
      const known = shapes.get(tool.name) ?? shapeOf(answerSchema(outputOf(tool)))
      shapes.set(tool.name, known)
      return known
    },
  }
}
