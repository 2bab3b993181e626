import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { Card, Stack } from '../../design/Card.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Exports } from './integrations/Exports.tsx'
import { KEY_PLACEHOLDER } from './keys/ready-blocks.ts'
import { ReadyBlocks } from './keys/ReadyBlocks.tsx'
import styles from './settings.module.css'

/** The ways out of here: assistants, programs, warehouses, chats. */
export default function Integrations(): ReactNode {
  const may = useMay()
  return (
    <>
      <PageHeader
        title="Exports and integrations"
        lead={
          <>
            The same numbers in your assistant, your code and your warehouse. Everything the API can do stands in its{' '}
            <a href="/docs">documentation</a> and its <a href="/api/v1/openapi.json">OpenAPI document</a>.
          </>
        }
      />
      <Stack>
        <Card
          title="Assistants, SDK and command line"
          note={
            may('admin') ? (
              <>
                Ready but for the key: <Link to="/settings/api-keys">create one</Link>, and its dialog shows these with
                it filled in.
              </>
            ) : (
              'Ready but for the key: ask an admin to create one.'
            )
          }
        >
          <ReadyBlocks apiKey={KEY_PLACEHOLDER} />
        </Card>
        <Exports />
        <Card title="Chats and your own services">
          <p>
            Webhooks tell Slack, Discord, Teams, Google Chat or an address of yours what happens.{' '}
            {may('admin') ? <Link to="/settings/webhooks">Set one up</Link> : 'An admin sets them up.'}
          </p>
          <p className={styles['soft']}>Every delivery is signed, tried for three days and kept in a log.</p>
        </Card>
      </Stack>
    </>
  )
}
