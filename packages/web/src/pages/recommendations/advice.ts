import type { Output } from '../../api/contract.ts'

export type Advice = Output<'getSuggestion'>
