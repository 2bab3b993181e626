import { useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Form, FormActions, TextAreaField, TextField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { readTags } from './PromptFields.tsx'
import { usePromptsChanged } from './use-save.ts'
import type { Prompt } from './words.ts'

type Props = {
  prompt: Prompt
  onClose: () => void
  /** On the prompt's own page a new version has an address of its own. */
  isOwnPage?: boolean
}

/** Text, topic, tags, and whether it is asked at all. */
export function EditPrompt({ prompt, onClose, isOwnPage = false }: Props): ReactNode {
  const [text, setText] = useState(prompt.text)
  const [topic, setTopic] = useState(prompt.topic ?? '')
  const [tags, setTags] = useState(prompt.tags.join(', '))
  const navigate = useNavigate()
  const changed = usePromptsChanged()
  const save = useWrite('updatePrompt', {
    changes: [],
    onDone: (saved) => {
      changed()
      onClose()
      if (isOwnPage && saved.id !== prompt.id)
        void navigate({
          to: '/brands/$brandId/prompts/$promptId',
          params: { brandId: saved.brandId, promptId: saved.id },
        })
    },
  })
  const params = { id: prompt.brandId, pid: prompt.id }
  const isArchived = prompt.status === 'archived'
  const isNewText = text.trim() !== prompt.text
  return (
    <Dialog title="Edit the prompt" onClose={onClose}>
      <Form
        onSubmit={() =>
          save.mutate({
            params,
            body: { ...(isNewText && { text }), topic: topic.trim() || null, tags: readTags(tags) },
          })
        }
      >
        <TextAreaField
          label="Text"
          value={text}
          onText={setText}
          error={save.error?.fields['text']}
          disabled={isArchived}
          hint={isArchived ? 'Bring it back to change its words.' : undefined}
        />
        {isNewText && (
          <Notice>
            Another wording is another question: it becomes a new version with a series of its own. This one is archived
            and its answers stay.
          </Notice>
        )}
        <TextField label="Topic" value={topic} onText={setTopic} error={save.error?.fields['topic']} />
        <TextField
          label="Tags"
          hint="With commas between them."
          value={tags}
          onText={setTags}
          error={save.error?.fields['tags']}
        />
        <Refusal error={save.error} />
        <FormActions>
          <Button look="primary" type="submit" isBusy={save.isPending} disabled={text.trim() === ''}>
            Save
          </Button>
          <Button
            disabled={save.isPending}
            onClick={() => save.mutate({ params, body: { status: isArchived ? 'active' : 'archived' } })}
          >
            {isArchived ? 'Ask it again' : 'Archive'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
