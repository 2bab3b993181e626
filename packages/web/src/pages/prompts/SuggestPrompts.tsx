import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useWrite } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { CheckField, Form, FormActions, SelectField, TextField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { toggled } from '../../format/lists.ts'
import { counted } from '../../format/numbers.ts'
import { readTags } from './PromptFields.tsx'
import styles from './SuggestPrompts.module.css'
import { usePromptsChanged } from './use-save.ts'
import { languages } from './words.ts'

type Idea = Output<'suggestPrompts'>['data'][number]

const sources = [
  { value: 'templates', label: 'Common forms of questions (costs nothing)' },
  { value: 'model', label: 'The organization’s own model (costs money there)' },
] as const

const intentWords: Record<Idea['intent'], string> = {
  category: 'looking for a product',
  advice: 'asking for advice',
  price: 'price',
  alternative: 'alternatives',
  comparison: 'comparison',
  trust: 'trust',
}

/** Buyers’ questions made from topics and names, to pick from. */
export function SuggestPrompts({ brandId, onClose }: { brandId: string; onClose: () => void }): ReactNode {
  const [topics, setTopics] = useState('')
  const [language, setLanguage] = useState<(typeof languages)[number]['value']>('en')
  const [country, setCountry] = useState('')
  const [source, setSource] = useState<(typeof sources)[number]['value']>('templates')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const changed = usePromptsChanged()
  const suggest = useWrite('suggestPrompts', { changes: [], onDone: () => setPicked(new Set()) })
  const add = useWrite('createPrompts', { changes: [], onDone: changed })
  const ideas = suggest.data?.data ?? []
  const fresh = ideas.filter(isFresh)
  const chosen = ideas.filter(({ text }) => picked.has(text))
  const toggle = (text: string, isPicked: boolean): void => setPicked(new Set(toggled(picked, text, isPicked)))
  if (add.data)
    return (
      <Dialog title="Prompts added" onClose={onClose}>
        <Notice kind="good" isLive>
          {counted(add.data.data.length, 'prompt')} added. The next run asks them.
        </Notice>
      </Dialog>
    )
  return (
    <Dialog title="Suggest prompts" onClose={onClose}>
      <Form
        onSubmit={() =>
          suggest.mutate({
            params: { id: brandId },
            body: {
              source,
              language,
              country: country.trim().toUpperCase() || null,
              ...(topics.trim() !== '' && { topics: readTags(topics) }),
            },
          })
        }
      >
        <p className={styles['lead']}>
          Buyers’ questions about your topics and competitors, to pick from. How often people ask them is not claimed.
        </p>
        <TextField
          label="Topics"
          hint="What buyers look for, with commas between them. Left empty: the topics of your prompts."
          value={topics}
          onText={setTopics}
          error={suggest.error?.fields['topics']}
        />
        <div className={styles['market']}>
          <SelectField label="Language" value={language} choices={languages} onChoice={setLanguage} />
          <TextField
            label="Country"
            hint="Two letters; may stay empty."
            value={country}
            onText={setCountry}
            error={suggest.error?.fields['country']}
          />
        </div>
        <SelectField
          label="Made from"
          hint="A model needs a key of your own, which an admin sets."
          value={source}
          choices={sources}
          onChoice={setSource}
        />
        <Refusal error={suggest.error ?? add.error} />
        <FormActions>
          <Button type="submit" look={suggest.data ? 'secondary' : 'primary'} isBusy={suggest.isPending}>
            {suggest.data ? 'Suggest again' : 'Suggest'}
          </Button>
        </FormActions>
      </Form>
      {suggest.data && (
        <div className={styles['ideas']}>
          <div className={styles['head']}>
            <p role="status">
              {ideas.length === 0
                ? 'Nothing to suggest: name a topic.'
                : `${counted(ideas.length, 'question')}, ${ideas.length - fresh.length} of them asked already.`}
            </p>
            {fresh.length > 0 && (
              <Button
                look="quiet"
                size="small"
                onClick={() => setPicked(new Set(chosen.length > 0 ? [] : fresh.map(({ text }) => text)))}
              >
                {chosen.length > 0 ? 'Pick none' : 'Pick all'}
              </Button>
            )}
          </div>
          <ul className={styles['list']}>
            {ideas.map((idea) => (
              <li key={idea.text}>
                <CheckField
                  label={
                    <>
                      {idea.text} {idea.branded && <Badge>branded</Badge>}
                    </>
                  }
                  hint={
                    isFresh(idea) ? [idea.topic, intentWords[idea.intent]].filter(Boolean).join(' · ') : 'asked already'
                  }
                  isChecked={picked.has(idea.text)}
                  disabled={!isFresh(idea)}
                  onCheck={(isPicked) => toggle(idea.text, isPicked)}
                />
              </li>
            ))}
          </ul>
          <FormActions>
            <Button
              look="primary"
              disabled={chosen.length === 0}
              isBusy={add.isPending}
              onClick={() =>
                add.mutate({
                  params: { id: brandId },
                  body: {
                    prompts: chosen.map(({ text, topic, country, language }) => ({ text, topic, country, language })),
                  },
                })
              }
            >
              Add {counted(chosen.length, 'prompt')}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </FormActions>
        </div>
      )}
    </Dialog>
  )
}

const isFresh = ({ duplicateOf }: Idea): boolean => duplicateOf === null
