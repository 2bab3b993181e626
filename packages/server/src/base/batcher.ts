type Waiting<Question, Answer> = {
  question: Question
  tell: (answer: Answer | Promise<Answer>) => void
  fail: (error: unknown) => void
}
type Line<Question, Answer> = {
  waiting: Waiting<Question, Answer>[]
  /** Called as soon as so many wait. */
  expected: number
  onAllHere: () => void
}

/** Node's timers know nothing shorter; and however slow an answer is, nobody waits longer for others to come. */
const SHORTEST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 10

/**
 * Answers together what is asked one by one: the questions about one thing that wait in this process at one moment go in
 * one group. Whoever comes while a group is answered waits for the next one, so that each is answered by what was looked
 * at after it was asked. The next one does not wait for answers that are still promises.
 * @param hasPauses where a group costs a flush of the disk, however large it is: who was just answered is likely to ask
 *   again, so while others wait the next group begins when they are back, or after half the time that the last one took
 *   (as PostgreSQL advises for its own `commit_delay`)
 */
export function batched<Question, Answer>(
  answerAll: (name: string, questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>,
  { hasPauses = false } = {},
): (name: string, question: Question) => Promise<Answer> {
  const lines = new Map<string, Line<Question, Answer>>()
  return (name, question) =>
    new Promise((tell, fail) => {
      const known = lines.get(name)
      const line = known ?? { waiting: [], expected: Infinity, onAllHere: () => {} }
      line.waiting.push({ question, tell, fail })
      if (line.waiting.length === line.expected) line.onAllHere()
      if (known) return
      lines.set(name, line)
      // One turn of the event loop, so that questions which arrived together are answered together.
      setImmediate(() => void serve(name, line))
    })

  /** Until nobody waits. */
  async function serve(name: string, line: Line<Question, Answer>): Promise<void> {
    while (line.waiting.length > 0) {
      const group = line.waiting
      line.waiting = []
      const beganAt = performance.now()
      await answer(name, group)
      const pauseMs = Math.min((performance.now() - beganAt) / 2, LONGEST_PAUSE_MS)
      if (hasPauses && line.waiting.length > 0 && pauseMs >= SHORTEST_PAUSE_MS)
        await untilAllHere(line, group.length + line.waiting.length, pauseMs)
    }
    lines.delete(name)
  }

  async function answer(name: string, group: Waiting<Question, Answer>[]): Promise<void> {
    try {
      const questions = group.map(({ question }) => question)
      const answers = await answerAll(name, questions)
      answers.forEach((told, index) => group[index]?.tell(told))
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }
}

function untilAllHere(line: Line<unknown, never>, expected: number, pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    line.expected = expected
    line.onAllHere = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
