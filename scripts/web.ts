import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds the web application where its sources changed since the last time: 3 s, else nothing.
 * @returns the exit code of the build
 */
export function buildWeb(root: string, environment: Record<string, string | undefined>): number {
  const stamp = join(root, 'packages/web/dist/.built')
  const wanted = sourcesHash(root)
  if (read(stamp) === wanted) return 0
  process.stderr.write('Building the web application …\n')
  const built = spawnSync(join(root, 'node_modules/.bin/vite'), ['build', 'packages/web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment,
  })
  if (built.status === 0) writeFileSync(stamp, wanted)
  return built.status ?? 1
}

function sourcesHash(root: string): string {
  const files = globSync(['packages/web/{src,public}/**/*', 'packages/web/*.*', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
  const hash = createHash('sha256')
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.toSorted()) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
