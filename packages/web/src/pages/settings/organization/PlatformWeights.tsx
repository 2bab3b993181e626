import { useState, type ReactNode } from 'react'
import type { Output } from '../../../api/contract.ts'
import { useMay } from '../../../api/session.ts'
import { useRead, useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { CheckField, Form, FormActions, TextField } from '../../../design/Field.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { FormError, Saved } from '../FormError.tsx'
import styles from '../settings.module.css'

type Weights = Output<'getOrganization'>['platformWeights']

/** How much each platform counts in the composite. */
export function PlatformWeights({ weights }: { weights: Weights }): ReactNode {
  const platforms = useRead('listPlatforms', {})
  const may = useMay()
  return (
    <Card
      title="Weight of each platform"
      note="In the composite score. Other weights score every brand anew, its history included; no platform is asked."
    >
      <Loaded read={platforms}>
        {({ data }) =>
          may('admin') ? (
            <WeightForm weights={weights} platforms={data.filter(({ isAvailable }) => isAvailable)} />
          ) : (
            <p>{weightsText(weights)}</p>
          )
        }
      </Loaded>
    </Card>
  )
}

const weightsText = (weights: Weights): string =>
  weights === null
    ? 'All platforms count the same.'
    : Object.entries(weights)
        .map(([slug, weight]) => `${slug} ${weight}`)
        .join(', ')

function WeightForm({
  weights,
  platforms,
}: {
  weights: Weights
  platforms: readonly { slug: string; label: string }[]
}): ReactNode {
  const [isEqual, setEqual] = useState(weights === null)
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(platforms.map(({ slug }) => [slug, String(weights?.[slug] ?? 1)])),
  )
  const saving = useWrite('updateOrganization', {
    changes: ['getOrganization', 'getBrandScore', 'getScoreHistory', 'getVisibilityScores', 'listAuditEntries'],
  })
  const submit = (): void => {
    const typed = Object.fromEntries(Object.entries(texts).map(([slug, text]) => [slug, Number(text)]))
    // What is not set up here keeps its weight.
    saving.mutate({ body: { platformWeights: isEqual ? null : { ...weights, ...typed } } })
  }
  return (
    <Form onSubmit={submit}>
      <FormError error={saving.error} />
      <CheckField label="All platforms count the same" isChecked={isEqual} onCheck={setEqual} />
      {!isEqual && (
        <div className={styles['groups']}>
          {platforms.map(({ slug, label }) => (
            <TextField
              key={slug}
              label={label}
              type="number"
              min={0}
              max={100}
              step="any"
              value={texts[slug] ?? ''}
              onText={(text) => setTexts({ ...texts, [slug]: text })}
            />
          ))}
        </div>
      )}
      {!isEqual && <p className={styles['soft']}>Twice the number counts twice as much; 0 leaves the platform out.</p>}
      <FormActions>
        <Button type="submit" isBusy={saving.isPending}>
          Save weights
        </Button>
      </FormActions>
      <Saved isShown={saving.isSuccess}>Saved. Scores are made anew in the background.</Saved>
    </Form>
  )
}
