import type { Tool as Definition } from '@modelcontextprotocol/server'
import { outputSchema } from './output-schema.ts'
import { answerSchema, inputSchema } from './schema.ts'
import { outputOf, type Tool } from './tool.ts'

/** A tool as `tools/list` shows it. */
export function definitionOf(tool: Tool): Definition {
  // An object by construction: the schema of a z.object.
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool.parameters) as Definition['inputSchema'],
    outputSchema: outputSchema(answerSchema(outputOf(tool))),
    annotations: tool.annotations,
  }
}
