import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { Empty } from '../../design/Empty.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { BrandStep } from './BrandStep.tsx'
import { MarketStep } from './MarketStep.tsx'
import { PromptsStep } from './PromptsStep.tsx'
import { RunStep } from './RunStep.tsx'
import styles from './Welcome.module.css'

const steps = ['brand', 'market', 'prompts', 'run'] as const
export type Step = (typeof steps)[number]

const WORDS: Record<Step, string> = {
  brand: 'Your brand',
  market: 'Your market',
  prompts: 'Questions',
  run: 'First measurement',
}

/** From a name to the first score. Where one is stands in the address: a reload goes on there. */
export default function Welcome(): ReactNode {
  const { brandId, step: asked } = useSearch({ from: '/signed-in/shell/welcome' })
  const navigate = useNavigate()
  const may = useMay()
  if (!may('member'))
    return (
      <>
        <PageHeader title="Add a brand" />
        <Empty title="Your role reads, it does not add">Ask a member, an admin or an owner to add the brand.</Empty>
      </>
    )
  const step = brandId === undefined ? 'brand' : (steps.find((known) => known === asked) ?? 'market')
  const goTo = (next: Step, id = brandId): void => {
    void navigate({ to: '/welcome', search: { step: next, ...(id !== undefined && { brandId: id }) } })
  }
  return (
    <>
      <PageHeader title="Add a brand" lead="Four steps to the first score; each can be changed later." />
      <ol className={styles['steps']}>
        {steps.map((one, index) => (
          <li key={one} aria-current={one === step ? 'step' : undefined} className={styles['step']}>
            <span className={styles['number']}>{index + 1}</span>
            {WORDS[one]}
          </li>
        ))}
      </ol>
      {brandId === undefined ? (
        <BrandStep onDone={(id) => goTo('market', id)} />
      ) : (
        <StepOf step={step} brandId={brandId} goTo={goTo} />
      )}
    </>
  )
}

function StepOf({ step, brandId, goTo }: { step: Step; brandId: string; goTo: (next: Step) => void }): ReactNode {
  switch (step) {
    case 'brand':
    case 'market':
      return <MarketStep brandId={brandId} onDone={() => goTo('prompts')} />
    case 'prompts':
      return <PromptsStep brandId={brandId} onBack={() => goTo('market')} onDone={() => goTo('run')} />
    case 'run':
      return <RunStep brandId={brandId} onBack={() => goTo('prompts')} />
  }
}
