import type { efforts } from '@sightline/sdk'

export type Effort = (typeof efforts)[number]
