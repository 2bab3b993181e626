// Builds the image and runs it and the compose file on a real Docker engine: the one that answers, or, as root, one of its
// own in a folder of its own. Bases that cannot be had are replaced by stand-ins, and that is said. Outside CI.
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBases } from './containers/bases.ts'
import { openEngine } from './containers/engine.ts'
import { tryImage } from './containers/image.ts'
import { tryTogether } from './containers/together.ts'

const root = join(import.meta.dirname, '..')
const folder = process.argv[2] ?? join(tmpdir(), 'sightline-containers')

mkdirSync(folder, { recursive: true })
const engine = await openEngine(folder)
try {
  ensureBases(engine, root, folder)
  tryImage(engine, root, folder)
  await tryTogether(engine, root, folder)
  process.stdout.write(`Everything was as it should be. Kept for the next time: ${folder}\n`)
} finally {
  await engine.close()
}
