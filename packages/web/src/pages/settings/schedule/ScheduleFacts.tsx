import { useState, type ReactNode } from 'react'
import { usePlatformName } from '../../../api/use-names.ts'
import { Facts } from '../../../design/Facts.tsx'
import type { Schedule } from './ScheduleForm.tsx'
import { hourText, weekDays } from './times-of-day.ts'

/** The schedule for who may read it and not change it. */
export function ScheduleFacts({ schedule }: { schedule: Schedule }): ReactNode {
  const platformName = usePlatformName()
  const [nowMs] = useState(Date.now)
  const { hour, days, repeats, platforms } = schedule
  const chosen = weekDays.filter(({ day }) => days.includes(day)).map(({ label }) => label)
  return (
    <Facts
      facts={[
        { name: 'Hour', value: hourText(hour, nowMs) },
        { name: 'Days', value: chosen.length === weekDays.length ? 'Every day' : chosen.join(', ') },
        { name: 'Each question', value: repeats === 1 ? 'Once a run' : `${repeats} times a run` },
        {
          name: 'Platforms',
          value: platforms === null ? 'All that are set up' : platforms.map(platformName).join(', '),
        },
      ]}
    />
  )
}
