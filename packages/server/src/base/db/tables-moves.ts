/** What is known of competitors' moves. */
export type MoveTables = {
  competitor_standing: CompetitorStandingTable
  competitor_situation: CompetitorSituationTable
  known_name: { organization_id: string; brand_id: string; name_key: string; since: string }
}

type CompetitorStandingTable = {
  organization_id: string
  brand_id: string
  competitor_id: string
  standing: 'above' | 'below'
  since: string
  panel: string
}

type CompetitorSituationTable = {
  organization_id: string
  brand_id: string
  fingerprint: string
  competitor_id: string
  move: 'score_moved' | 'sov_moved'
  direction: 'up' | 'down'
  began: string
  last_seen: string
}
