#!/usr/bin/env node
// The MCP server as a command: published, one bundled file that any Node from 20 on runs in this very process; in a
// checkout, the source on Node 24.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const home = fileURLToPath(new URL('..', import.meta.url))
const source = join(home, 'src/main.ts')
if (existsSync(source)) runSource()
else await import(pathToFileURL(join(home, 'dist/sightline-mcp.js')).href)

function runSource() {
  const child = spawn(node24(), ['--conditions=@sightline/source', source, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('close', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
}

function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    const bundled = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(bundled)) return bundled
  } catch {
    // Said below.
  }
  process.stderr.write(`From source, sightline-mcp needs Node 24; this is ${process.version}.\n`)
  process.exit(1)
}
