import type { Output } from '../../api/contract.ts'

export type Comparison = Output<'compareCompetitors'>

export type Meeting = Comparison['headToHead'][number]

export type Parts = NonNullable<Meeting['parts']>

export type PartsProps = { comparison: Comparison; meeting: Meeting; parts: Parts; brandId: string }
