import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { useMay } from '../../api/session.ts'
import { Badge, SimulatedBadge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { instantText } from '../../format/times.ts'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import { AnswerTable } from '../answers/AnswerTable.tsx'
import { EditPrompt } from './EditPrompt.tsx'
import { PromptDays } from './PromptDays.tsx'
import { PromptPlatforms } from './PromptPlatforms.tsx'
import { PromptSearches } from './PromptSearches.tsx'
import { marketWords, stateOf, stateSays, stateTones, type Prompt as PromptOf } from './words.ts'

/** One question: what it adds to the score, what is answered to it day by day, and what the platforms search for it. */
export default function Prompt(): ReactNode {
  const { brandId, promptId } = useParams({ from: '/signed-in/shell/brands/$brandId/prompts/$promptId' })
  const prompt = useRead('getPrompt', { params: { id: brandId, pid: promptId } })
  const mayChange = useMay()('member')
  const [isEditing, setEditing] = useState(false)
  // The latest stand there before the many that the days are counted from are read.
  const latest = useRead('listAnswers', { params: { id: brandId }, query: { promptId, limit: 10 } })
  const state = prompt.data && stateOf(prompt.data)
  return (
    <>
      <PageHeader
        title={prompt.data?.text ?? 'Prompt'}
        badge={
          <>
            {state && state !== 'active' && (
              <Badge tone={stateTones[state]} title={stateSays[state]}>
                {state}
              </Badge>
            )}
            <SimulatedBadge isShown={latest.data?.data.some(({ surface }) => surface === 'simulated') ?? false} />
          </>
        }
      >
        <WindowPicker />
        {mayChange && prompt.data && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </PageHeader>
      <Loaded read={prompt} lines={12}>
        {(value) => <Parts prompt={value} latest={latest} />}
      </Loaded>
      {isEditing && prompt.data && <EditPrompt prompt={prompt.data} onClose={() => setEditing(false)} isOwnPage />}
    </>
  )
}

type Latest = ReturnType<typeof useRead<'listAnswers'>>

function Parts({ prompt, latest }: { prompt: PromptOf; latest: Latest }): ReactNode {
  const window = useWindow()
  const { brandId, id: promptId } = prompt
  const brand = useRead('getBrand', { params: { id: brandId } })
  const answers = useRead('listAnswers', { params: { id: brandId }, query: { promptId, limit: 200 } })
  const brandName = brand.data?.name ?? 'Brand'
  return (
    <Stack>
      <PromptPlatforms prompt={prompt} window={window} />
      <Card title="Day by day" note="Share of the valid answers of a day that name the brand; the last 200 answers.">
        <Loaded read={answers} lines={8} empty={{ when: ({ data }) => data.length === 0, show: <NotAsked /> }}>
          {({ data }) => <PromptDays answers={data} brandId={brandId} promptId={promptId} />}
        </Loaded>
      </Card>
      <Card
        title="Latest answers"
        actions={
          <Link to="/brands/$brandId/answers" params={{ brandId }} search={{ promptId }}>
            All its answers
          </Link>
        }
      >
        <Loaded read={latest} lines={8} empty={{ when: ({ data }) => data.length === 0, show: <NotAsked /> }}>
          {({ data }) => <AnswerTable brandId={brandId} brandName={brandName} answers={data} hasPrompt={false} />}
        </Loaded>
      </Card>
      <Columns>
        <PromptSearches brandId={brandId} promptId={promptId} window={window} />
        <Card title="About this prompt">
          <About prompt={prompt} />
        </Card>
      </Columns>
    </Stack>
  )
}

function NotAsked(): ReactNode {
  return <Empty title="Not asked yet">The next run asks it on every platform.</Empty>
}

function About({ prompt }: { prompt: PromptOf }): ReactNode {
  const state = stateOf(prompt)
  return (
    <Facts
      facts={[
        {
          name: 'Status',
          value: (
            <>
              <Badge tone={stateTones[state]}>{state}</Badge> {stateSays[state]}
            </>
          ),
        },
        { name: 'Topic', value: prompt.topic ?? 'none' },
        { name: 'Tags', value: prompt.tags.join(', ') || 'none' },
        { name: 'Market', value: marketWords(prompt) },
        {
          name: 'Branded',
          value: prompt.branded
            ? 'Yes: it names the brand, so it stays outside the score'
            : 'No: it counts in the score',
        },
        { name: 'Added', value: <time dateTime={prompt.createdAt}>{instantText(prompt.createdAt)}</time> },
        {
          name: 'Earlier wording',
          value:
            prompt.supersedesId === null ? (
              'none'
            ) : (
              <Versions brandId={prompt.brandId} promptId={prompt.supersedesId} />
            ),
        },
        { name: 'Id', value: <code>{prompt.id}</code> },
      ]}
    />
  )
}

/** Each version before this one, newest first: each has a series of its own. */
function Versions({ brandId, promptId }: { brandId: string; promptId: string }): ReactNode {
  const version = useRead('getPrompt', { params: { id: brandId, pid: promptId } })
  return (
    <Loaded read={version} lines={1}>
      {({ text, createdAt, supersedesId }) => (
        <>
          <p>
            <Link to="/brands/$brandId/prompts/$promptId" params={{ brandId, promptId }}>
              {text}
            </Link>{' '}
            of {instantText(createdAt)}
          </p>
          {supersedesId !== null && <Versions brandId={brandId} promptId={supersedesId} />}
        </>
      )}
    </Loaded>
  )
}
