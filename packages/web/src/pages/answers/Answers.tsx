import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Input } from '../../api/contract.ts'
import { useList, useListHead, useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { buttonClass } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { counted } from '../../format/numbers.ts'
import { knownOf } from '../../shell/search.ts'
import { AnswerFilters } from './AnswerFilters.tsx'
import { isFiltered, ofAnswers, type AnswerSearch } from './asked.ts'
import { AnswerTable } from './AnswerTable.tsx'
import { countedWords, outcomeWords } from './words.ts'

type Query = NonNullable<Input<'listAnswers'>['query']>

/** Every stored answer, newest first: what all numbers are made of. */
export default function Answers(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId' })
  const search = useSearch({ from: '/signed-in/shell/brands/$brandId/answers' })
  const params = { id: brandId }
  const brand = useRead('getBrand', { params })
  const input = { params, query: toQuery(ofAnswers(search)) }
  const answers = useList('listAnswers', input)
  const matching = useListHead('listAnswers', input)?.matching
  return (
    <>
      <PageHeader
        title="Answers"
        badge={<SimulatedBadge isShown={answers.data?.some(({ surface }) => surface === 'simulated') ?? false} />}
        lead="What the platforms said, word for word, newest first. Every number of the other pages is made of these."
      />
      <AnswerFilters brandId={brandId} search={search} />
      <Card title={matching === undefined ? 'Collected answers' : matchingText(matching)}>
        <Loaded
          read={answers}
          lines={12}
          empty={{ when: (all) => all.length === 0, show: <NoAnswers brandId={brandId} search={search} /> }}
        >
          {(all) => (
            <>
              <AnswerTable brandId={brandId} brandName={brand.data?.name ?? 'Brand'} answers={all} />
              <ShowMore list={answers} shown={all.length} noun="answers" />
            </>
          )}
        </Loaded>
      </Card>
    </>
  )
}

/** Counting stops where nobody reads on. */
const matchingText = (matching: number | null): string =>
  matching === null ? 'More than 10,000 answers' : counted(matching, 'answer')

/** The address is anybody's to write: what is no outcome is left out, other words are the service's to judge. */
function toQuery({ outcome, mentioned, anyCompetitor, countedIn, ...same }: AnswerSearch): Query {
  return {
    ...same,
    outcome: knownOf(outcomeWords, outcome),
    mentioned: knownOf(yesAndNo, mentioned),
    anyCompetitor: knownOf(yesAndNo, anyCompetitor),
    countedIn: knownOf(countedWords, countedIn),
    count: 'true',
  }
}

const yesAndNo = { true: true, false: true }

function NoAnswers({ brandId, search }: { brandId: string; search: AnswerSearch }): ReactNode {
  if (isFiltered(search)) return <Empty title="No answer is like that">Take away a filter, or choose other days.</Empty>
  return (
    <Empty
      title="No answers yet"
      action={
        <Link to="/brands/$brandId/runs" params={{ brandId }} className={buttonClass('primary')}>
          Start a run
        </Link>
      }
    >
      A run asks the platforms the brand’s prompts. Each answer stands here as soon as it is read, with every name in
      it.
    </Empty>
  )
}
