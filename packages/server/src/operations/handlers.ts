import { accountHandlers } from './account.ts'
import { answerHandlers } from './answers.ts'
import { brandHandlers } from './brands.ts'
import { citationHandlers } from './citations.ts'
import { competitorHandlers } from './competitors.ts'
import type { Handlers } from './handle.ts'
import { measuringHandlers } from './measuring.ts'
import { promptHandlers } from './prompts.ts'
import { runHandlers } from './runs.ts'
import { scoreHandlers } from './scores.ts'

/** What each declared operation does. */
export const handlers: Handlers = {
  ...scoreHandlers,
  ...brandHandlers,
  ...competitorHandlers,
  ...promptHandlers,
  ...runHandlers,
  ...answerHandlers,
  ...citationHandlers,
  ...accountHandlers,
  ...measuringHandlers,
}
