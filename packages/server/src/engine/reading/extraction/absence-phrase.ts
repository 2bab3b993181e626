/** By which kind of sentence an answer says that it found or knows nothing of an entity. */
export type AbsenceRule = 'nothing found' | 'nothing known' | 'not in sources' | 'no such thing'

export type Phrase = [AbsenceRule, RegExp]
