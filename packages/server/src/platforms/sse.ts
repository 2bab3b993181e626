import type { Reply } from './platform.ts'

/** Named by its content type or, where a proxy lost that, by how it begins. */
export function isEventStream(reply: Reply): boolean {
  return /^text\/event-stream\b/i.test(reply.headers['content-type'] ?? '') || /^\s*(event|data):/.test(reply.body)
}

/**
 * The events of a server-sent stream, read as the HTML standard says, except that a last event without its blank line
 * counts as well: a cut stream is told from a whole one by its content, not by its framing.
 */
export function readEvents(body: string): { event: string | null; data: string }[] {
  const events: { event: string | null; data: string }[] = []
  let event: string | null = null
  let lines: string[] = []
  const finish = () => {
    if (lines.length > 0) events.push({ event, data: lines.join('\n') })
    event = null
    lines = []
  }
  for (const line of body.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line === '') finish()
    else if (line.startsWith('data:')) lines.push(fieldValue(line))
    else if (line.startsWith('event:')) event = fieldValue(line)
  }
  finish()
  return events
}

const fieldValue = (line: string): string => line.slice(line.indexOf(':') + 1).replace(/^ /, '')
