import type { EntryOf } from '../../api/contract.ts'
import type { BadgeTone } from '../../design/Badge.tsx'

export type Prompt = EntryOf<'listPrompts'>
type State = 'active' | 'paused' | 'archived'

/** A prompt above the plan's number is active and yet not asked. */
export const stateOf = ({ status, isPaused }: Prompt): State =>
  status === 'archived' ? 'archived' : isPaused ? 'paused' : 'active'

export const stateTones: Record<State, BadgeTone> = { active: 'good', paused: 'warn', archived: 'plain' }

export const stateSays: Record<State, string> = {
  active: 'Asked in every run.',
  paused: 'Above the number of prompts of the plan: not asked until there is room.',
  archived: 'Not asked any more; its answers stay.',
}

/** `US · en`, or that nothing is asked for. */
export const marketWords = ({ country, language }: Pick<Prompt, 'country' | 'language'>): string =>
  [country, language].filter((part) => part !== null).join(' · ') || 'any'

/** Languages that questions can be suggested in. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'es', label: 'Spanish' },
] as const

/** Reads of prompts; a change of one is seen in all of them. */
export const promptReads = ['listPrompts', 'getPrompt', 'suggestPrompts'] as const
