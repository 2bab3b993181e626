import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the built web application is: beside the published program, or where a checkout builds it. */
const PLACES = ['web', '../../../web/dist']

/** @returns its folder; null: it was not built */
export async function webFolder(): Promise<string | null> {
  for (const place of PLACES) {
    const folder = join(import.meta.dirname, place)
    if (await stat(join(folder, 'index.html')).catch(() => null)) return folder
  }
  return null
}
