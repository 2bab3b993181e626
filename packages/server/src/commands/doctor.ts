import { examine } from '../doctor/doctor.ts'
import { thisMachine, type Machine } from '../doctor/machine.ts'
import type { Shell } from './with-app.ts'

const SIGNS = { good: '✓', warning: '!', fault: '✗' }

/** Looks at everything that can be wrong with an installation and says what to do. Exit code 1 when something is. */
export async function doctorCommand(
  { config, terminal }: Shell,
  options: { json?: boolean },
  machine: Machine = thisMachine,
): Promise<number> {
  const findings = await examine(config, machine)
  const isGood = findings.every(({ status }) => status !== 'fault')
  if (options.json) terminal.out(`${JSON.stringify({ good: isGood, findings })}\n`)
  else
    for (const { status, check, says, remedy } of findings) {
      terminal.out(`${SIGNS[status]} ${check.padEnd(16)} ${says}\n`)
      if (remedy !== null) terminal.out(`  ${''.padEnd(16)} → ${remedy}\n`)
    }
  return isGood ? 0 : 1
}
