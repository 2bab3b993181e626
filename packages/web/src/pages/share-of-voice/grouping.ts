export type Grouping = 'day' | 'week' | 'month'
