#!/usr/bin/env node
// Starts the command line on Node 24, whatever Node the shell finds: in a checkout from source, when published from dist.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('..', import.meta.url))
const source = join(home, 'src/main.ts')
const isCheckout = existsSync(source)
const program = isCheckout ? ['--conditions=@sightline/source', source] : [join(home, 'dist/main.js')]
// What was compiled once starts in half the time. Beside the code, not in a folder that others may write to.
const compiled = isCheckout ? { NODE_COMPILE_CACHE: join(home, '../../node_modules/.cache/compiled') } : {}
const env = { ...compiled, ...process.env }
// Where the processor has keys for pages of code, V8 counts those of all threads in one place, and now and then ends the
// process at a thread's end: "Check failed: jit_page.has_value()".
const flags = ['--no-memory-protection-keys']
const child = spawn(node24(), [...flags, ...program, ...process.argv.slice(2)], { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))

function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const bundled = bundledNode()
  if (bundled) return bundled
  process.stderr.write(
    `Sightline needs Node 24; this is ${process.version}. Install Node 24 from nodejs.org, or run "npm start" in the checkout once.\n`,
  )
  process.exit(1)
}

/** The one that the `node` package of the checkout brought. */
function bundledNode() {
  try {
    const path = join(
      dirname(createRequire(import.meta.url).resolve('node/package.json')),
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    )
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}
