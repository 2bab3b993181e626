import type { z } from 'zod'
import type { Toolset } from './toolsets.ts'
import { operations, type Client, type Operation, type OperationId } from '@sightline/sdk'

/** All four, always: a host asks its user by them, and what is left unsaid it takes for the worst. */
export type Annotations = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** What a tool may use while it answers one call. */
export type ToolContext = {
  /** The REST API; its calls end with this one, and what they leave of the month is told in the result. */
  api: Client
  /** An id as it is, a name's id, or the id of the only brand. @throws {Refusal} with the candidates */
  brand(given: string | undefined): Promise<string>
  /** Ids as they are, names' ids. @throws {Refusal} with the candidates */
  competitors(brandId: string, given: readonly string[]): Promise<string[]>
  /** Told to a client that asked for it, otherwise nothing. */
  progress(done: number, total: number, message: string): Promise<void>
  /** Pauses; ends early, with an error, when the caller gives up. */
  pause(milliseconds: number): Promise<void>
}

/** One thing a model can do, as a value: what `tools/list` shows, the documentation says and the tests walk. */
export type Tool = {
  name: string
  title: string
  /** First sentence: what it returns. Then when to use it, what it costs, what an empty answer means. */
  description: string
  toolset: Toolset
  /** The operation it is the tool of: its scope, and the schema of its output. */
  operation: OperationId
  annotations: Annotations
  parameters: z.ZodObject
  /** What it returns, where that is not what the operation answers: several answers as one. */
  output: z.ZodType | null
  call(context: ToolContext, input: never): Promise<unknown>
  /** How to ask for less at once, for an answer that was cut. */
  narrower: string | null
}

type Declared<Shape extends z.ZodRawShape> = Pick<Tool, 'name' | 'title' | 'description' | 'toolset' | 'operation'> & {
  parameters: z.ZodObject<Shape>
  call(context: ToolContext, input: z.output<z.ZodObject<Shape>>): Promise<unknown>
  narrower?: string
  output?: z.ZodType
}

/** The schema of what a tool returns. */
export function outputOf(tool: Tool): z.ZodType {
  const { output }: Operation = operations[tool.operation]
  return tool.output ?? output
}

/** A tool that changes nothing, and reads what this service stored: no other world is touched. */
export const read = <Shape extends z.ZodRawShape>(declared: Declared<Shape>): Tool => ({
  narrower: null,
  output: null,
  ...declared,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
})

/** What a change does, each stated. */
type Effect = {
  /** Overwrites or takes away, instead of only adding. */
  isDestructive: boolean
  /** The same call again changes nothing more. */
  isIdempotent: boolean
  /** Reaches beyond this service: asks the platforms, sends to somebody's address. */
  isOpenWorld: boolean
}

export const write = <Shape extends z.ZodRawShape>(effect: Effect, declared: Declared<Shape>): Tool => ({
  narrower: null,
  output: null,
  ...declared,
  annotations: {
    readOnlyHint: false,
    destructiveHint: effect.isDestructive,
    idempotentHint: effect.isIdempotent,
    openWorldHint: effect.isOpenWorld,
  },
})
