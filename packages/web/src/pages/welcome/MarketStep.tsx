import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import { forget, useDoor, useList, OrganizationContext } from '../../api/use-door.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Form, FormActions, SelectField, TextAreaField, TextField } from '../../design/Field.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { listed } from '../../format/lists.ts'
import { languages } from '../prompts/words.ts'
import { keepMarket, keptMarket, type Market } from './market.ts'

/** What buyers look for and whom they compare: the questions are made of it. */
export function MarketStep({ brandId, onDone }: { brandId: string; onDone: () => void }): ReactNode {
  const door = useDoor()
  const queries = useQueryClient()
  const organizationId = use(OrganizationContext)
  const known = useList('listCompetitors', { params: { id: brandId } })
  const [market, setMarket] = useState<Market>(() => keptMarket(brandId))
  const [rivals, setRivals] = useState('')
  const adding = useMutation<void, ProblemError>({
    mutationFn: async () => {
      const names = new Set(known.data?.map(({ name }) => name.toLowerCase()))
      // One after the other: a plan's limit then keeps the first ones.
      for (const name of listed(rivals))
        if (!names.has(name.toLowerCase()))
          await door.call('addCompetitor', { params: { id: brandId }, body: { name } }, { organizationId })
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
          hint={
            known.data && known.data.length > 0
              ? `Tracked already: ${known.data.map(({ name }) => name).join(', ')}.`
              : 'One a line. Others are found in the answers later and suggested to you.'
          }
          value={rivals}
          onText={setRivals}
        />
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
