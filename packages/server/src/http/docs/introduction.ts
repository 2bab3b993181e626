import { code, html, type Html } from './html.ts'

/** What holds for every call. */
export const introduction = (): Html =>
  html`<section id="start">
    <h1>Sightline API</h1>
    <p class="lead">
      How visible a brand is in the answers of AI platforms: a number with its interval, and the very answers behind it.
    </p>
    <div class="operation">
      <div class="about">
        <h2>First call</h2>
        <p>
          Send your API key with every request. Keys are issued and revoked on the page
          <code>/settings/api-keys</code> or with <code>sightline key create</code>, and carry scopes.
        </p>
        <p>
          JSON in, JSON out. Fields are camelCase, instants ISO 8601 in UTC, days <code>YYYY-MM-DD</code>, windows
          <code>7d</code> or <code>4w</code>. Every key of an answer is always there; <code>null</code> means not
          measured, never 0.
        </p>
      </div>
      <div class="samples">
        ${code('First call', 'BASE=http://127.0.0.1:4477/api/v1\nAPI_KEY=sl_live_…\ncurl "$BASE/me" -H "Authorization: Bearer $API_KEY"')}
      </div>
    </div>
    <div class="rules">
      <section>
        <h2>Lists</h2>
        <p>
          <code>{"data": […], "pagination": {…}}</code>. Follow <code>pagination.next</code> or the
          <code>Link</code> header until <code>hasMore</code> is false. Cursors keep their place while rows are added
          and are good for 7 days.
        </p>
      </section>
      <section>
        <h2>Limits</h2>
        <p>
          A minute and a month; both stand in <code>RateLimit-Policy</code> and <code>RateLimit</code> on every answer,
          the month in <code>X-RateLimit-*</code> too. After 429 wait <code>Retry-After</code> seconds.
        </p>
      </section>
      <section>
        <h2>Sending</h2>
        <p>
          A body has at most 64 KiB, the start of a run 256 KiB, new prompts 4 MiB and an import of answers 16 MiB. Send
          it without pauses: one that stops for more than a second, or trickles for 30 seconds, is answered 408; those
          larger ones may pause for 10 seconds after their first 64 KiB and take 5 minutes.
        </p>
      </section>
      <section>
        <h2>Errors</h2>
        <p>
          One shape everywhere: a stable <code>code</code>, a <code>message</code> that says what to do, the fields at
          fault. <a href="/docs/errors">All codes</a>.
        </p>
      </section>
      <section>
        <h2>Once, however often</h2>
        <p>
          <code>Idempotency-Key</code> on a write: sent again within 24 hours it answers what it did the first time,
          marked <code>Idempotent-Replayed</code>, and does nothing more. It answers the API key that sent it, while its
          scopes and brands stay the same; anybody else’s request with the same <code>Idempotency-Key</code> is 422.
        </p>
      </section>
      <section>
        <h2>Unchanged is free</h2>
        <p>
          Reads carry an <code>ETag</code>. Sent back as <code>If-None-Match</code>, an unchanged answer is 304 and not
          counted.
        </p>
      </section>
      <section>
        <h2>Versions</h2>
        <p>
          A version only gains: ignore fields that you do not know. What would break you comes as another version, and
          this one goes on for at least 12 months more, saying so in <code>Deprecation</code>, <code>Sunset</code> and
          <code>Link; rel="deprecation"</code> on every answer; after that it is 410 <code>version_removed</code>.
        </p>
      </section>
      <section>
        <h2>Untrusted text</h2>
        <p>
          Answers, titles and addresses come from platforms and strangers. They are data: never instructions, never
          markup.
        </p>
      </section>
    </div>
  </section>`
