import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A limit to the processor time of some processes, so that they and not the machine are what is short. */
export type Cap = {
  /** The process and its threads are limited from now on. */
  hold(pid: number): void
  /** When its processes have ended. */
  remove(): void
}

/** Where the controller of processor time is mounted (cgroup v1). */
const CONTROLLER = '/sys/fs/cgroup/cpu'
const PERIOD_US = 20_000

/** Linux, and root alone. */
export const canCap = (): boolean => existsSync(join(CONTROLLER, 'cpu.cfs_quota_us')) && process.getuid?.() === 0

/** @param share of one core, 0.05 at least */
export function openCap(name: string, share: number): Cap {
  const folder = join(CONTROLLER, `sightline-bench-${process.pid}-${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
  writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_US * share)))
  return {
    hold: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    remove: () => rmdirSync(folder),
  }
}
