import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Card } from '../../design/Card.tsx'
import { CopyLink } from '../../design/CopyLink.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { instantText } from '../../format/times.ts'
import styles from './Answer.module.css'
import { AnswerFacts } from './AnswerFacts.tsx'
import { Citations, ListedSources } from './AnswerSources.tsx'
import marks from './AnswerText.module.css'
import { AnswerText } from './AnswerText.tsx'
import { NamesInAnswer } from './NamesInAnswer.tsx'
import type { TextRange } from './pieces.ts'
import { RawReply } from './RawReply.tsx'
import { standingWords } from './Standing.tsx'
import { outcomeSays, type Answer as AnswerOf } from './words.ts'

/** One answer: its words, who is named in them and why that counts, what it draws on, and where it comes from. */
export default function Answer(): ReactNode {
  const { brandId, answerId } = useParams({ from: '/signed-in/shell/brands/$brandId/answers/$answerId' })
  const platformName = usePlatformName()
  const answer = useRead('getAnswer', { params: { id: answerId } })
  const { data } = answer
  return (
    <>
      <PageHeader
        title={data ? data.prompt || 'A question that is not stored' : 'Answer'}
        badge={<SimulatedBadge isShown={data?.surface === 'simulated'} />}
        lead={data && `Answer of ${platformName(data.platform)}, ${instantText(data.collectedAt)}`}
      >
        <CopyLink />
      </PageHeader>
      <Loaded read={answer} lines={12}>
        {(value) => <Parts answer={value} brandId={brandId} />}
      </Loaded>
    </>
  )
}

function Parts({ answer, brandId }: { answer: AnswerOf; brandId: string }): ReactNode {
  const [passage, setPassage] = useState<TextRange | null>(null)
  return (
    <div className={styles['page']}>
      <div className={styles['main']}>
        <Card title="What it said">
          <Said answer={answer} brandId={brandId} passage={passage} />
        </Card>
        {answer.outcome === 'ok' && (
          <Card title="Names in it" note="Places count every name of the answer, those that are not tracked too.">
            <NamesInAnswer answer={answer} />
          </Card>
        )}
        <RawReply answerId={answer.id} />
      </div>
      <div className={styles['side']}>
        <Card title="About this answer">
          <AnswerFacts answer={answer} />
        </Card>
        <Card title="Cited pages" note="A citation is no mention, and the other way round.">
          <Citations answer={answer} passage={passage} onPassage={setPassage} />
          {answer.listedSources.length > 0 && <ListedSources answer={answer} />}
        </Card>
        <Card title="What the platform searched">
          <Searches searches={answer.searches} />
        </Card>
      </div>
    </div>
  )
}

function Said({
  answer,
  brandId,
  passage,
}: {
  answer: AnswerOf
  brandId: string
  passage: TextRange | null
}): ReactNode {
  const { outcome, text, mentions } = answer
  const own = mentions.find(({ entityId }) => entityId === brandId)
  return (
    <>
      {outcome === 'ok' && (
        <p className={styles['legend']}>
          <span>
            Place: <strong>{standingWords(answer, brandId)}</strong>
          </span>
          <span>
            <span className={marks['brand']}>{own?.name ?? 'Name'}</span> this brand
          </span>
          <span>
            <span className={marks['competitor']}>Name</span> competitor
          </span>
        </p>
      )}
      {outcome !== 'ok' && (
        <Empty title="There is no answer to measure">
          {answer.unreadable && `${answer.unreadable.says} `}
          {outcomeSays[outcome]}
        </Empty>
      )}
      {text !== null && text !== '' && <AnswerText text={text} mentions={mentions} passage={passage} />}
    </>
  )
}

function Searches({ searches }: { searches: AnswerOf['searches'] }): ReactNode {
  if (searches === null) return <p>The platform does not tell what it searched.</p>
  if (searches.length === 0) return <p>It answered without searching.</p>
  return (
    <ul className={styles['searches']}>
      {searches.map((search, index) => (
        <li key={`${index}-${search}`}>“{search}”</li>
      ))}
    </ul>
  )
}
