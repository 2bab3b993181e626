import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import { forget, useApi, useList, useRead, OrganizationContext } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Form, FormActions, SelectField, TextAreaField, TextField } from '../../design/Field.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { languages } from '../prompts/words.ts'
import { FoundNames } from './FoundNames.tsx'
import { keepMarket, keptMarket, type Market } from './market.ts'
import { rivalsOf } from './rivals.ts'
import styles from './Welcome.module.css'

/** What buyers look for and whom they compare: the questions are made of it. */
export function MarketStep({ brandId, onDone }: { brandId: string; onDone: () => void }): ReactNode {
  const door = useApi()
  const queries = useQueryClient()
  const organizationId = use(OrganizationContext)
  const known = useList('listCompetitors', { params: { id: brandId } })
  const [market, setMarket] = useState<Market>(() => keptMarket(brandId))
  const [rivals, setRivals] = useState('')
  const adding = useMutation<void, ProblemError>({
    mutationFn: async () => {
      const names = new Set(known.data?.map(({ name }) => name.toLowerCase()))
      // One after the other: a plan's limit then keeps the first ones.
      for (const rival of rivalsOf(rivals))
        if (!names.has(rival.name.toLowerCase()))
          await door.call('addCompetitor', { params: { id: brandId }, body: rival }, { organizationId })
    },
    onSettled: () => forget(queries, ['listCompetitors']),
    onSuccess: () => {
      keepMarket(brandId, market)
      onDone()
    },
  })
  return (
    <Card title="What do buyers look for, and whom else do they find?">
      <Form onSubmit={() => adding.mutate()}>
        <Refusal error={adding.error} />
        <TextField
          label="Topics"
          required
          hint="What you sell, in buyers’ words, separated by commas: project management software, task boards"
          value={market.topics}
          onText={(topics) => setMarket({ ...market, topics })}
        />
        <TextAreaField
          label="Competitors you know (optional)"
          hint={`One a line, with a comma and the domain behind it where you know it: Acme, acme.com.${
            known.data && known.data.length > 0
              ? ` Tracked already: ${known.data.map(({ name }) => name).join(', ')}.`
              : ''
          }`}
          value={rivals}
          onText={setRivals}
        />
        <Suggested brandId={brandId} />
        <SelectField
          label="Language of the questions"
          choices={languages}
          value={market.language}
          onChoice={(language) => setMarket({ ...market, language })}
        />
        <TextField
          label="Country (optional)"
          hint="Two letters, for example US; adds questions that name the market."
          maxLength={2}
          value={market.country}
          onText={(country) => setMarket({ ...market, country: country.toUpperCase() })}
        />
        <FormActions>
          <Button type="submit" look="primary" isBusy={adding.isPending}>
            Suggest questions
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

/** Competitors are suggested out of answers, never guessed: before the first there are none to suggest. */
function Suggested({ brandId }: { brandId: string }): ReactNode {
  const answers = useRead('listAnswers', { params: { id: brandId }, query: { limit: 1 } })
  if (answers.data === undefined) return null
  if (answers.data.data.length > 0) return <FoundNames brandId={brandId} />
  return (
    <p className={styles['aside']}>
      You need not know them all. Competitors are not guessed here: the first answers name them, and the last step
      suggests those to track with one click. Answers already collected are then counted for them too.
    </p>
  )
}
