import type { ReactNode } from 'react'
import { TextField } from '../../design/Field.tsx'
import styles from './PromptFields.module.css'

/** What belongs to a prompt beside its text, as it is typed. */
export type Circumstances = { topic: string; tags: string; country: string; language: string }
export const noCircumstances: Circumstances = { topic: '', tags: '', country: '', language: '' }

export const readTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** As the service takes it: nothing typed is nothing asked for. */
export const readCircumstances = ({ topic, tags, country, language }: Circumstances) => ({
  topic: topic.trim() || null,
  tags: readTags(tags),
  country: country.trim().toUpperCase() || null,
  language: language.trim().toLowerCase() || null,
})

export function CircumstanceFields({
  value,
  onChange,
  errors,
}: {
  value: Circumstances
  onChange: (value: Circumstances) => void
  errors: Partial<Record<keyof Circumstances, string>>
}): ReactNode {
  const field = (name: keyof Circumstances, label: string, hint: string): ReactNode => (
    <TextField
      label={label}
      hint={hint}
      value={value[name]}
      error={errors[name]}
      onText={(text) => onChange({ ...value, [name]: text })}
    />
  )
  return (
    <div className={styles['fields']}>
      {field('topic', 'Topic', 'Groups prompts in every chart.')}
      {field('tags', 'Tags', 'With commas between them.')}
      {field('country', 'Country', 'Two letters, for example US.')}
      {field('language', 'Language', 'Two letters, for example en.')}
    </div>
  )
}
