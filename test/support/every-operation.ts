import { openApiDocument, operations, type Operation } from '@sightline/sdk'

/** All that is declared: whoever adds an operation adds it to every test that loops over these. */
export const everyOperation: Operation[] = Object.values<Operation>(operations)

type PathSchema = { example?: unknown; enum?: unknown[] }
type Documented = {
  paths: Record<string, Record<string, { parameters: { name: string; in: string; schema: PathSchema }[] }>>
}
// The document is made as plain JSON; these are the parts read here.
const documented = openApiDocument('http://127.0.0.1/api/v1', 'test') as Documented

/** The address of an operation; path parameters not given are ids of the right form that name nothing. */
export function pathOf(operation: Operation, params: Record<string, string> = {}): string {
  const parameters = documented.paths[operation.path]?.[operation.method.toLowerCase()]?.parameters ?? []
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((declared) => declared.in === 'path' && declared.name === name)
    return encodeURIComponent(params[name] ?? exampleOf(parameter?.schema))
  })
}

/** Of an id its example, of a name the first there is. */
export const exampleOf = (schema: PathSchema = {}): string => String(schema.example ?? schema.enum?.[0])

/** Methods each path answers, as `Allow` lists them. */
export function methodsByPath(): Map<string, string[]> {
  const byPath = Map.groupBy(everyOperation, ({ path }) => path)
  return new Map(
    [...byPath].map(([path, ofPath]) => {
      const methods: string[] = ofPath.map(({ method }) => method)
      return [path, [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted()]
    }),
  )
}
