// The only script that runs on whatever Node the machine has: it installs what is missing, then hands over to Node 24.
// Plain JavaScript without dependencies, because it runs before there are any.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const NEEDED_MAJOR = 24

const [task, ...args] = process.argv.slice(2)
ensureInstalled()
const result = spawnSync(node24(), [join(root, 'scripts/tasks.ts'), task ?? 'help', ...args], {
  cwd: root,
  stdio: 'inherit',
})
// A child ended by Ctrl-C has no exit code; 130 is the shell's convention for it.
process.exit(result.status ?? 130)

function ensureInstalled() {
  const stamp = join(root, 'node_modules/.sightline-installed')
  const wanted = manifestHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Installing what is missing …\n')
  const npm = process.env.npm_execpath
    ? { command: process.execPath, args: [process.env.npm_execpath] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
  // Not `npm ci`: it refuses a lock file that lacks another system's binaries, and a registry may not serve all of them.
  // With --no-save the lock file is followed and left as it is.
  const done = spawnSync(
    npm.command,
    [...npm.args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (done.status !== 0) fail('npm install did not finish. It needs the npm registry; what it printed above says why.')
  writeFileSync(stamp, wanted)
}

/** Changes whenever a manifest or the lock file does, so that a pull is followed by an install. */
function manifestHash() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'package.json'))
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'package.json', ...packages])
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** The path of a Node 24 or newer: this one, or the one that the `node` package brought. */
function node24() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath
  const bundled = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // npm may have been told to skip install scripts; the node package's own one puts the binary in place.
  if (!existsSync(bundled))
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules/node') })
  if (existsSync(bundled)) return bundled
  return fail(
    `Sightline needs Node ${NEEDED_MAJOR}; this is ${process.version}, and the npm package "node" has none for ` +
      `${process.platform}/${process.arch}. Install Node ${NEEDED_MAJOR} from nodejs.org and run the command again.`,
  )
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}
