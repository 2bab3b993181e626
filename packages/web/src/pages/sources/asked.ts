export type View = 'cited' | 'gaps' | 'searches'
type Owner = 'own' | 'competitor' | 'third_party'

export const ownerWords: Record<Owner, string> = {
  own: 'Own',
  competitor: 'A competitor’s',
  third_party: 'Third party’s',
}

export type Days = { from?: string; to?: string }

/** The days a list is about, as it says beside its entries. */
export const daysOf = (head: { from: string | null; to: string | null } | undefined): Days =>
  head?.from != null && head.to !== null ? { from: head.from, to: head.to } : {}

export const ofPlatform = ({ platform }: Pick<SourcesQuery, 'platform'>): { platform?: string } =>
  platform === undefined ? {} : { platform }

/** What a table of this page is asked for; all of it stands in the address. */
export type SourcesQuery = {
  brandId: string
  window: string
  platform: string | undefined
  owner: Owner | undefined
  domain: string | undefined
  by: 'domain' | 'page'
}
