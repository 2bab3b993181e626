import { operations, type Operation } from '@sightline/sdk'
import { tools } from './tools.ts'

/** Where the API's own words say `GET /platforms`, a model has list_platforms. What is no tool stays as it is. */
export const inToolNames = (text: string): string =>
  text.replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]*\w/g, (address) => nameOf(address) ?? address)

function nameOf(address: string): string | undefined {
  const tool = tools.find(({ operation }) => {
    const { method, path }: Operation = operations[operation]
    return `${method} ${path}` === address
  })
  return tool?.name
}
