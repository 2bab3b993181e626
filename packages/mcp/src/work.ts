import type { CallToolResult, ServerContext, Tool as Definition } from '@modelcontextprotocol/server'
import { refusalOf } from './access.ts'
import { callTool } from './call-tool.ts'
import { completions, type Completions } from './completions.ts'
import { definitionOf } from './definition.ts'
import { createMcpContext } from './mcp-context.ts'
import { reading, type Reading } from './reading.ts'
import type { Settings } from './settings.ts'
import { tools } from './tools.ts'

/** Everything that needs the contract: what is behind the protocol. */
export type Work = {
  /** The tools that this key is offered in this process. */
  listTools(): Promise<Definition[]>
  /** Null: there is no tool of this name. */
  callTool(name: string, given: unknown, request: ServerContext): Promise<CallToolResult | null>
  complete: Completions
  read: Reading
}

export function openWork(settings: Settings, log: (line: string) => void): Work {
  const context = createMcpContext(settings, log)
  // Asked at once; whoever needs the answer waits for it.
  void context.access.whoCalls()
  // Making the definitions takes longer than any other answer, and they never change.
  let definitions: Map<string, Definition> | null = null
  return {
    listTools: async () => {
      definitions ??= new Map(tools.map((tool) => [tool.name, definitionOf(tool)]))
      const me = await context.access.whoCalls()
      const offered = tools.filter((tool) => refusalOf(tool, settings, me) === null)
      return offered.flatMap(({ name }) => definitions?.get(name) ?? [])
    },
    callTool: async (name, given, request) => {
      const tool = tools.find((entry) => entry.name === name)
      return tool ? callTool(context, tool, given, request) : null
    },
    complete: completions(context),
    read: reading(context),
  }
}
