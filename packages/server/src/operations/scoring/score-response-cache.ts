import { ITS_BRAND } from '@sightline/sdk'
import type { AskedScore, FoundScore } from '../../store/accounts/usage.ts'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../context.ts'
import { checkedInput, ReadyJson, type Call } from '../dispatcher.ts'

/**
 * Scores that this process has read. None of them is served on its own word: the statement that counts a call also says
 * which version the score has by then, so that a call never sees less than what was committed before it began, whichever
 * process committed it. What is saved is the text's way from the database, and all that is done with a text.
 */
export type ScoreResponseCache = {
  /**
   * What the count should look at for a call, after all that is asked of any call; null where no score answers it.
   * @throws Problem as the dispatcher does
   */
  ask(call: Call): AskedScore | null
  /** The answer, by what the count found; undefined: nothing lies ready, or it was forgotten meanwhile. */
  take(caller: Caller, asked: AskedScore, found: FoundScore | undefined): ReadyJson | undefined
}

/** Texts are a few kilobytes each: some thousand of them. */
const REMEMBERED_CHARACTERS = 32_000_000

export function createScoreResponseCache(): ScoreResponseCache {
  const memory = new LRUCache<string, { version: string; json: ReadyJson }>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ json }) => json.text.length,
  })
  return {
    ask: (call) => {
      if (call.operation.id !== 'getBrandScore') return null
      const { params, query } = checkedInput(call)
      // Its operation declares both as texts.
      const [brandId, timeWindow] = [String(params['id']), String(query['window'])]
      if (brandId === ITS_BRAND) return null
      const version = memory.get(nameOf(call.caller, brandId, timeWindow))?.version ?? null
      return { brandId, timeWindow, version }
    },
    take: (caller, { brandId, timeWindow }, found) => {
      if (!found?.version) return undefined
      const name = nameOf(caller, brandId, timeWindow)
      const known = memory.get(name)
      if (known?.version === found.version) return known.json
      return found.text === null ? undefined : remember(name, found.version, new ReadyJson(found.text))
    },
  }

  function remember(name: string, version: string, json: ReadyJson): ReadyJson {
    memory.set(name, { version, json })
    return json
  }
}

/** Never another organization's, whatever the database would answer. */
const nameOf = ({ organization }: Caller, brandId: string, timeWindow: string): string =>
  `${organization.id} ${brandId} ${timeWindow}`
