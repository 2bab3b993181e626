import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useList, useRead, useWrite } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { CheckField, TextAreaField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { linesOf, listed, toggled } from '../../format/lists.ts'
import { counted } from '../../format/numbers.ts'
import { keptMarket } from './market.ts'
import styles from './Welcome.module.css'

type Ideas = Output<'suggestPrompts'>
type Props = { brandId: string; onBack: () => void; onDone: () => void }

/** The questions that will be asked: suggested ones to pick from, and one's own. */
export function PromptsStep({ brandId, onBack, onDone }: Props): ReactNode {
  const ideas = useIdeas(brandId)
  return (
    <Card
      title="Which questions shall be asked?"
      note="Templates of buyers’ questions. Nobody knows how often each is asked, so nothing is claimed about that."
    >
      <Loaded read={ideas} lines={8}>
        {({ data }) => <Picker brandId={brandId} ideas={data} onBack={onBack} onDone={onDone} />}
      </Loaded>
    </Card>
  )
}

function useIdeas(brandId: string) {
  const { topics, language, country } = keptMarket(brandId)
  const named = listed(topics)
  const body = {
    language,
    limit: 40,
    ...(named.length > 0 && { topics: named }),
    ...(country.length === 2 && { country }),
  }
  return useRead('suggestPrompts', { params: { id: brandId }, body })
}

/** Enough for an interval, few enough to read: a score of fewer than five is provisional. */
const PICKED_AT_FIRST = 12

function Picker({ brandId, ideas, onBack, onDone }: Props & { ideas: Ideas['data'] }): ReactNode {
  const known = useList('listPrompts', { params: { id: brandId } })
  const usable = ideas.filter(({ duplicateOf, branded }) => duplicateOf === null && !branded)
  const [picked, setPicked] = useState(() => new Set(usable.slice(0, PICKED_AT_FIRST).map(({ text }) => text)))
  const [own, setOwn] = useState('')
  const adding = useWrite('createPrompts', { changes: ['listPrompts'], onDone })
  const chosen = ideas.filter(({ text }) => picked.has(text))
  const prompts = [
    ...chosen.map(({ text, topic, country, language }) => ({ text, topic, country, language })),
    ...linesOf(own).map((text) => ({ text })),
  ]
  const isCovered = prompts.length === 0 && (known.data?.length ?? 0) > 0
  return (
    <div className={styles['block']}>
      {known.data && known.data.length > 0 && <p>{counted(known.data.length, 'question')} there already.</p>}
      <fieldset className={styles['ideas']}>
        <legend className="visually-hidden">Suggested questions</legend>
        {usable.map(({ text, topic }) => (
          <CheckField
            key={text}
            label={
              <>
                {text} {topic !== null && <Badge>{topic}</Badge>}
              </>
            }
            isChecked={picked.has(text)}
            onCheck={(isChecked) => setPicked(new Set(toggled(picked, text, isChecked)))}
          />
        ))}
      </fieldset>
      <TextAreaField label="Your own questions (optional)" hint="One a line." value={own} onText={setOwn} />
      <Refusal error={adding.error} />
      <div className={styles['tools']}>
        <Button
          look="primary"
          isBusy={adding.isPending}
          disabled={prompts.length === 0 && !isCovered}
          onClick={() => (isCovered ? onDone() : adding.mutate({ params: { id: brandId }, body: { prompts } }))}
        >
          {isCovered ? 'Go on with those' : `Use ${counted(prompts.length, 'question')}`}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
        {prompts.length < 5 && !isCovered && (
          <span>Fewer than five give a provisional score without a good interval.</span>
        )}
      </div>
    </div>
  )
}
