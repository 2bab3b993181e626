type Waiting<Question, Answer> = {
  question: Question
  tell: (answer: Answer) => void
  fail: (error: unknown) => void
}

/**
 * Answers together what is asked one by one: the questions about one thing that wait in this process at one moment go in
 * one group. Whoever comes while a group is answered waits for the next one, so that each is answered by what was looked
 * at after it was asked.
 */
export function inGroups<Question, Answer>(
  answerAll: (name: string, questions: Question[]) => Promise<Answer[]>,
): (name: string, question: Question) => Promise<Answer> {
  const lines = new Map<string, Waiting<Question, Answer>[]>()
  return (name, question) =>
    new Promise((tell, fail) => {
      const line = lines.get(name)
      if (line) return void line.push({ question, tell, fail })
      lines.set(name, [{ question, tell, fail }])
      // One turn of the event loop, so that questions which arrived together are answered together.
      setImmediate(() => void serve(name))
    })

  /** Until nobody waits. */
  async function serve(name: string): Promise<void> {
    for (;;) {
      const group = lines.get(name) ?? []
      if (group.length === 0) break
      lines.set(name, [])
      try {
        const answers = await answerAll(
          name,
          group.map(({ question }) => question),
        )
        answers.forEach((answer, index) => group[index]?.tell(answer))
      } catch (error) {
        for (const { fail } of group) fail(error)
      }
    }
    lines.delete(name)
  }
}
