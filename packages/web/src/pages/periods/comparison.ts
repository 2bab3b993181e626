import type { Output } from '../../api/contract.ts'

export type Comparison = Output<'compareScores'>
