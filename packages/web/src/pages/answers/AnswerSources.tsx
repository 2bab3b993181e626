import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { OutsideLink } from '../../design/OutsideLink.tsx'
import { counted } from '../../format/numbers.ts'
import styles from './AnswerSources.module.css'
import type { TextRange } from './pieces.ts'
import type { Answer } from './words.ts'

type Source = Answer['listedSources'][number]

const ownerWords: Record<Source['owner'], string> = {
  own: 'own page',
  competitor: 'competitor',
  third_party: 'third party',
}
const ownerTones: Record<Source['owner'], BadgeTone> = { own: 'accent', competitor: 'warn', third_party: 'plain' }

type Props = { answer: Answer; passage: TextRange | null; onPassage: (passage: TextRange | null) => void }

/** Pages the text points at, each with the passages it is cited for. */
export function Citations({ answer: { citations }, passage, onPassage }: Props): ReactNode {
  const byPage = [...Map.groupBy(citations, ({ url }) => url)]
  if (byPage.length === 0) return <p>The text cites no page.</p>
  return (
    <ol className={styles['sources']}>
      {byPage.map(([url, places]) => {
        const spans = places.flatMap(({ start, end }) => (start === null || end === null ? [] : [{ start, end }]))
        return (
          <li key={url} className={styles['source']}>
            {places[0] && <SourceLine source={places[0]} />}
            {spans.length > 0 && (
              <p className={styles['passages']}>
                {spans.map((span, index) => {
                  const isShown = passage?.start === span.start && passage.end === span.end
                  return (
                    <Button
                      key={span.start}
                      look="quiet"
                      size="small"
                      aria-pressed={isShown}
                      onClick={() => onPassage(isShown ? null : span)}
                    >
                      {isShown ? 'Hide' : 'Show'} passage{spans.length > 1 && ` ${index + 1}`}
                    </Button>
                  )
                })}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Pages shown beside the text or consulted for it: no citations. */
export function ListedSources({ answer: { listedSources } }: { answer: Answer }): ReactNode {
  return (
    <details className={styles['listed']}>
      <summary>{counted(listedSources.length, 'more page')} shown or consulted, not cited</summary>
      <ol className={styles['sources']}>
        {listedSources.map((source, index) => (
          <li key={`${index}-${source.url}`} className={styles['source']}>
            <SourceLine source={source} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function SourceLine({ source: { url, title, domain, owner } }: { source: Source }): ReactNode {
  return (
    <p className={styles['line']}>
      <OutsideLink url={url}>{title?.trim() || url}</OutsideLink>
      <span className={styles['about']}>
        <span>{domain}</span> <Badge tone={ownerTones[owner]}>{ownerWords[owner]}</Badge>
      </span>
    </p>
  )
}
