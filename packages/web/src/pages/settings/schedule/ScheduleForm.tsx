import { useState, type ReactNode } from 'react'
import type { Output } from '../../../api/contract.ts'
import { useRead, useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { CheckField, Form, FormActions, SelectField } from '../../../design/Field.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { toggled } from '../../../format/lists.ts'
import { repeatChoices } from '../../runs/words.ts'
import { FormError, Saved } from '../FormError.tsx'
import styles from '../settings.module.css'
import { ExpectedAnswers } from './ExpectedAnswers.tsx'
import { hourText, weekDays } from './times-of-day.ts'

export type Schedule = Output<'getSchedule'>

/** When a brand is measured, and where. */
export function ScheduleForm({ schedule }: { schedule: Schedule }): ReactNode {
  const { brandId } = schedule
  const [nowMs] = useState(Date.now)
  const [isOn, setOn] = useState(schedule.isOn)
  const [hour, setHour] = useState(String(schedule.hour))
  const [days, setDays] = useState(schedule.days)
  const [repeats, setRepeats] = useState(String(schedule.repeats))
  const [platforms, setPlatforms] = useState(schedule.platforms)
  const saving = useWrite('setSchedule', { changes: ['getSchedule', 'listAuditEntries'] })
  const body = { isOn, hour: Number(hour), days, repeats: Number(repeats), platforms }
  const submit = (): void => saving.mutate({ params: { id: brandId }, body })
  const isAsSaved = JSON.stringify(body) === JSON.stringify(saving.variables?.body)
  return (
    <Form onSubmit={submit}>
      <FormError error={saving.error} />
      <CheckField
        label="Measure by itself"
        hint="Off: only when somebody starts a run."
        isChecked={isOn}
        onCheck={setOn}
      />
      <SelectField
        label="Hour"
        value={hour}
        choices={Array.from({ length: 24 }, (_, one) => ({ value: String(one), label: hourText(one, nowMs) }))}
        onChoice={setHour}
      />
      <fieldset>
        <legend className={styles['legend']}>Days</legend>
        <div className={styles['days']}>
          {weekDays.map(({ day, label }) => (
            <CheckField
              key={day}
              label={label}
              isChecked={days.includes(day)}
              onCheck={(isChosen) => setDays(toggled(days, day, isChosen))}
            />
          ))}
        </div>
        {days.length === 0 && <p className={styles['soft']}>Choose at least one day.</p>}
      </fieldset>
      <SelectField
        label="How often each question is asked in a run"
        hint="Platforms answer differently each time: more answers make the interval narrower, and cost more."
        value={repeats}
        choices={repeatChoices}
        onChoice={setRepeats}
      />
      <PlatformChoice chosen={platforms} onChange={setPlatforms} />
      <ExpectedAnswers
        brandId={brandId}
        repeats={Number(repeats)}
        platforms={platforms}
        daysAWeek={isOn ? days.length : 0}
      />
      <FormActions>
        <Button
          type="submit"
          look="primary"
          isBusy={saving.isPending}
          disabled={days.length === 0 || platforms?.length === 0}
        >
          Save schedule
        </Button>
      </FormActions>
      <Saved isShown={saving.isSuccess && isAsSaved} />
    </Form>
  )
}

function PlatformChoice({
  chosen,
  onChange,
}: {
  chosen: string[] | null
  onChange: (slugs: string[] | null) => void
}): ReactNode {
  const platforms = useRead('listPlatforms', {})
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>Platforms</legend>
      <CheckField
        label="All that are set up"
        hint="As many as the plan holds."
        isChecked={chosen === null}
        onCheck={(isAll) => onChange(isAll ? null : [])}
      />
      {chosen !== null && (
        <Loaded read={platforms}>
          {({ data }) => (
            <div className={styles['choices']}>
              {data.map(({ slug, label, isAvailable, note }) => (
                <CheckField
                  key={slug}
                  label={label}
                  hint={isAvailable ? note : 'Not set up here: its operator must give it a key first.'}
                  isChecked={chosen.includes(slug)}
                  disabled={!isAvailable && !chosen.includes(slug)}
                  onCheck={(isOn) => onChange(toggled(chosen, slug, isOn))}
                />
              ))}
              {chosen.length === 0 && <p className={styles['soft']}>Choose at least one platform.</p>}
            </div>
          )}
        </Loaded>
      )}
    </fieldset>
  )
}
