// Ends with 1 when something is installed that the lock file does not name, or in another version or with other content.
import { readFileSync } from 'node:fs'

const packagesOf = (path) =>
  Object.entries(JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).packages)
const wanted = new Map(packagesOf('package-lock.json'))
const others = packagesOf('node_modules/.package-lock.json')
  .filter(([, { link }]) => !link)
  .filter(([path, { version, integrity }]) => {
    const { version: locked, integrity: sum } = wanted.get(path) ?? {}
    return version !== locked || integrity !== sum
  })
for (const [path, { version }] of others)
  process.stderr.write(
    `${path} ${version} is not what package-lock.json names (${wanted.get(path)?.version ?? 'nothing'}).\n`,
  )
process.exitCode = others.length > 0 ? 1 : 0
