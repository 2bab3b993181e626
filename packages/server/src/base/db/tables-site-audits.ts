import type { Json } from './columns.ts'

export type SiteAuditTables = {
  site_audit: { organization_id: string; brand_id: string; domain: string; checked_at: Date; body: Json<unknown> }
}
