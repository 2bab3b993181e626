import type { z } from 'zod'
import type { Operation } from '../operation.ts'

/** One good call of an operation and its answer: shown in the documentation, held against the schemas by a test. */
export type Example<Op extends Operation = Operation> = {
  /** Of the path, where the examples of their schemas do not tell this story. */
  params?: Partial<z.input<Op['params']>>
  query?: Partial<z.input<Op['query']>>
  output: z.output<Op['output']>
} & (undefined extends z.input<Op['body']> ? { body?: undefined } : { body: z.input<Op['body']> })

/** An example for each: an operation without one does not compile. */
export type ExamplesOf<Operations extends Record<string, Operation>> = {
  [Id in keyof Operations]: Example<Operations[Id]>
}
