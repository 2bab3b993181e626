import { serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../package.json' with { type: 'json' }
import { environment } from './environment.ts'
import { createHouse } from './house.ts'
import { createServer } from './server.ts'
import { readSettings } from './settings.ts'

const log = (line: string): void => void process.stderr.write(`sightline-mcp: ${line}\n`)
const settings = readSettings(environment())
for (const fault of settings.faults) log(fault)
const house = createHouse(settings, manifest.version, log)
void house.access.whoCalls()
serveStdio(() => createServer(house), { onerror: () => log('A message was not understood.') })
process.stdin.once('close', () => process.exit(0))
