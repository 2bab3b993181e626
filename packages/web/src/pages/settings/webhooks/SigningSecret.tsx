import { useState, type ReactNode } from 'react'
import { CopyBlock } from '../../../design/CopyBlock.tsx'
import { SelectField } from '../../../design/Field.tsx'
import { SecretDialog } from '../SecretDialog.tsx'

type Language = 'sdk' | 'node' | 'python'

/** A webhook's secret, shown once, and what verifies a delivery with it. */
export function SigningSecret({
  title,
  secret,
  words,
  onClose,
}: {
  title: string
  secret: string
  words: string
  onClose: () => void
}): ReactNode {
  const [language, setLanguage] = useState<Language>('sdk')
  return (
    <SecretDialog title={title} words={words} label="Signing secret" secret={secret} onClose={onClose}>
      <SelectField
        label="Verify each delivery with"
        hint="Always the raw body: parsed and written again it has other bytes. Chat tools need no check."
        value={language}
        choices={[
          { value: 'sdk', label: 'The TypeScript SDK' },
          { value: 'node', label: 'Node, without a library' },
          { value: 'python', label: 'Python, without a library' },
        ]}
        onChoice={setLanguage}
      />
      <CopyBlock key={language} label="Verification" text={SNIPPETS[language]} />
    </SecretDialog>
  )
}

// The recipes of docs/webhooks.md, which the tests run against the known answers of Standard Webhooks.
const SNIPPETS: Record<Language, string> = {
  sdk: `import { verifyWebhook } from '@sightline/sdk'

export async function POST(request: Request): Promise<Response> {
  const secret = process.env.SIGHTLINE_WEBHOOK_SECRET ?? ''
  const event = await verifyWebhook(await request.text(), request.headers, secret)
  return Response.json({ received: event.id })
}`,
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function verify(rawBody, headers, secret, now = Date.now() / 1000) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!id || !timestamp || !signatures || !(Math.abs(now - Number(timestamp)) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(rawBody).digest()
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(entry.slice(3), 'base64')
    return entry.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  python: `import base64
import hashlib
import hmac
import time


def verify(raw_body, headers, secret, now=None):
    """raw_body: bytes; headers: names in lower case"""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not message_id or not signatures or not timestamp.isdigit():
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected.encode(), entry.encode()) for entry in signatures.split(" "))`,
}
