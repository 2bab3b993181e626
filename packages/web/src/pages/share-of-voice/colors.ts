import { seriesColor } from '../../charts/Figure.tsx'

type Entity = { entityId: string; kind: 'brand' | 'competitor' | 'other' }

/** The brand's colour is always the first, whatever its rank; untracked names together are grey. */
export function colorsOf(entities: readonly Entity[], brandId: string): (entityId: string) => string {
  // By id, so that a name keeps its colour when it overtakes another.
  const rivals = entities
    .filter(({ kind }) => kind === 'competitor')
    .map(({ entityId }) => entityId)
    .toSorted()
  return (entityId) => {
    if (entityId === brandId) return seriesColor(0)
    const index = rivals.indexOf(entityId)
    return index === -1 ? 'var(--series-other)' : seriesColor(index + 1)
  }
}
