#!/usr/bin/env node
// Ends with 0 when the service of this container answers: on the operations port where there is one, as a worker has no other.
const { PORT = '4477', SIGHTLINE_METRICS_PORT: metrics, TLS_CERT_FILE: tls } = process.env
// The certificate names the host that callers use, not this one.
if (!metrics && tls) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const origin = metrics ? `http://127.0.0.1:${metrics}` : `${tls ? 'https' : 'http'}://127.0.0.1:${PORT}`
const isWell = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isWell ? 0 : 1
