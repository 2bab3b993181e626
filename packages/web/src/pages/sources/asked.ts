export type View = 'cited' | 'gaps' | 'searches'
type Owner = 'own' | 'competitor' | 'third_party'

export const ownerWords: Record<Owner, string> = {
  own: 'Own',
  competitor: 'A competitor’s',
  third_party: 'Third party’s',
}

/** What a table of this page is asked for; all of it stands in the address. */
export type Asked = {
  brandId: string
  window: string
  platform: string | undefined
  owner: Owner | undefined
  domain: string | undefined
  by: 'domain' | 'page'
}
